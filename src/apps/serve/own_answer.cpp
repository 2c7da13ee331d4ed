#include "serve/own_answer.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "translate/word_alignment.h"

namespace regard::serve {
namespace {

using nlohmann::json;

json aligned(const translate::Candidate& candidate) {
  json pairs = json::array();
  for (const auto& [source, target] :
       translate::hard_alignment(candidate.attention, candidate.attention_begins)) {
    pairs.push_back({source, target});
  }
  return pairs;
}

/// Six digits of each number: the others take more time to write and to read than they tell.
json shortened(const translate::Weights& weights) {
  json rows = json::array();
  for (const auto& weights_of_word : weights) {
    auto& row = rows.emplace_back(json::array());
    for (const float weight : weights_of_word) {
      row.push_back(std::round(static_cast<double>(weight) * 1e6) / 1e6);
    }
  }
  return rows;
}

json candidate_json(const translate::Candidate& candidate, size_t source_words,
                    const Wanted& wanted) {
  json row = {
      {"text", candidate.text}, {"score", candidate.score}, {"log_prob", candidate.log_prob}};
  if (!candidate.finished) row["unfinished"] = true;
  if (wanted.has_words()) row["words"] = candidate.words;
  if (wanted.attention) {
    row["attention"] = shortened(
        translate::whole_rows(candidate.attention, candidate.attention_begins, source_words));
  }
  if (wanted.alignment) row["alignment"] = aligned(candidate);
  if (wanted.token_scores) {
    auto& tokens = row["tokens"] = json::array();
    for (size_t i = 0; i < candidate.pieces.size() && i < candidate.token_log_probs.size(); ++i) {
      tokens.push_back(
          {{"piece", candidate.pieces[i]}, {"log_prob", candidate.token_log_probs[i]}});
    }
  }
  return row;
}

/// Whether the text or its prefix was cut off at the maximum length, and the glossary's terms that
/// it lacks.
void add_flaws(const translate::Translation& translation, json& row) {
  if (translation.is_unfinished()) row["unfinished"] = true;
  if (translation.has_cut_prefix) row["prefix_cut"] = true;
  for (const auto& term : translation.unmet) {
    row["unmet_terms"].push_back({{"source", term.source}, {"target", term.target}});
  }
}

json translation_json(const translate::Translation& translation, const Wanted& wanted) {
  json candidates = json::array();
  for (const auto& candidate : translation.n_best) {
    candidates.push_back(candidate_json(candidate, translation.source_words.size(), wanted));
  }
  json row = {{"text", translation.text},           {"candidates", std::move(candidates)},
              {"sentences", translation.sentences}, {"repeats", translation.repeats},
              {"short", translation.is_short},      {"unfinished", false}};
  add_flaws(translation, row);
  if (wanted.has_words()) row["source_words"] = translation.source_words;
  return row;
}

}  // namespace

json unchanged_text(const std::string& text) {
  return {{"text", text},   {"candidates", json::array()}, {"sentences", 0}, {"repeats", false},
          {"short", false}, {"unfinished", false}};
}

json answer_of_text(std::span<const AnswerCache::Answer> lines, const TextLines& text,
                    const Wanted& wanted) {
  if (lines.size() == 1) {
    auto row = translation_json(*lines.front(), wanted);
    const auto put_back = [&](json& line) {
      line = text.with(std::vector{line.get<std::string>()});
    };
    put_back(row["text"]);
    for (auto& candidate : row["candidates"]) put_back(candidate["text"]);
    return row;
  }
  json row = {{"candidates", json::array()}, {"unfinished", false}};
  std::vector<std::string> texts;
  int64_t sentences = 0;
  bool repeats = false, is_short = false;
  for (const auto& line : lines) {
    texts.push_back(line->text);
    add_flaws(*line, row);
    sentences += line->sentences;
    repeats = repeats || line->repeats;
    is_short = is_short || line->is_short;
  }
  row["text"] = text.with(texts);
  row["sentences"] = sentences;
  row["repeats"] = repeats;
  row["short"] = is_short;
  return row;
}

}  // namespace regard::serve
