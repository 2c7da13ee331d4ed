#include "translate/candidates.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "regard/base/join.h"
#include "regard/text/special_tokens.h"
#include "regard/translate/literal.h"
#include "regard/translate/repetition.h"
#include "regard/translate/suspiciously_short.h"
#include "translate/item_places.h"
#include "translate/pieces_of.h"
#include "translate/word_edges.h"
#include "translate/written_text.h"

namespace regard::translate {
namespace {

using search::Hypothesis;

/// Occurrences of `item` in a text, as a word where it is one.
size_t occurrences(std::string_view item, std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(item, at)) != std::string_view::npos; at += item.size()) {
    const bool begins = !begins_with_word(item) || !ends_with_word(text.substr(0, at));
    const bool ends = !ends_with_word(item) || !begins_with_word(text.substr(at + item.size()));
    count += begins && ends ? 1 : 0;
  }
  return count;
}

/// The words of a source that have an unknown token, each once.
std::vector<std::string> unknown_words(const Sources& sources, size_t source,
                                       const text::TokenizerPair& tokenizers) {
  const auto& tokens = sources.tokens[source];
  if (std::ranges::find(tokens, text::kUnk) == tokens.end()) return {};
  const auto pieces = tokenizers.source_pieces(sources.readings[source].text);
  std::vector<std::string> words;
  for (size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
    for (end = begin + 1; end < pieces.size() && !pieces[end].starts_with(text::kWordMark);) ++end;
    const auto word = std::span(tokens).subspan(begin, end - begin);
    if (std::ranges::find(word, text::kUnk) == word.end()) continue;
    words.push_back(without_marks(join(std::span(pieces).subspan(begin, end - begin), "")));
    if (std::ranges::find(words, words.back()) != words.end() - 1) words.pop_back();
  }
  return words;
}

}  // namespace

bool keeps_items(const Candidate& candidate, const Reading& reading) {
  return std::ranges::all_of(reading.items, [&](const std::string& item) {
    return occurrences(item, candidate.text) == occurrences(item, reading.text);
  });
}

Translation translation_of(std::vector<Hypothesis> hypotheses,
                           const text::TokenizerPair& tokenizers, const Sources& sources,
                           size_t source, const Plan& plan) {
  Translation translation;
  const auto& reading = sources.readings[source];
  const bool places = !reading.left_out.empty();
  std::vector<std::string> source_pieces;
  if (plan.attention || plan.replace_unknown || places) {
    source_pieces = tokenizers.source_pieces(reading.text);
    source_pieces.push_back(tokenizers.source().piece(text::kEos));
  }
  for (auto& hypothesis : hypotheses) {
    const WrittenText written(hypothesis, tokenizers, reading.in_capitals, plan.literals[source],
                              plan.replace_unknown ? source_pieces : std::vector<std::string>());
    Candidate candidate{.log_prob = hypothesis.log_prob,
                        .score = hypothesis.score,
                        .finished = hypothesis.finished};
    const auto pieces = written_pieces(hypothesis.tokens, tokenizers, plan.literals[source]);
    ItemPlaces items;
    if (places)
      items = item_places(reading, source_pieces, pieces, hypothesis.attention, tokenizers);
    candidate.text = places ? with_items(written, reading, items) : written.whole();
    if (plan.attention) {
      auto words =
          words_with_items(reading, items, source_pieces, pieces, hypothesis.attention, tokenizers);
      translation.source_words = std::move(words.source);
      if (!hypothesis.attention.empty()) {
        candidate.words = std::move(words.target);
        candidate.attention = std::move(words.attention);
      }
    }
    if (plan.pieces) candidate.pieces = pieces;
    candidate.ids = std::move(hypothesis.tokens);
    if (plan.token_scores) candidate.token_log_probs = std::move(hypothesis.token_log_probs);
    translation.n_best.push_back(std::move(candidate));
  }
  if (plan.alternatives > 0) {
    const size_t most = plan.has_alternatives[source] ? static_cast<size_t>(plan.alternatives) : 1;
    keep_different_texts(translation.n_best, most);
  }
  if (translation.n_best.empty()) return translation;
  translation.text = translation.n_best.front().text;
  const auto& best = translation.n_best.front().ids;
  translation.unknown = unknown_words(sources, source, tokenizers);
  translation.repeats = repeats_itself(best, sources.tokens[source]);
  translation.is_short = is_suspiciously_short(best.size(), sources.tokens[source].size());
  return translation;
}

Translation copied_line(const std::string& line, const text::TokenizerPair& tokenizers,
                        const Plan& plan) {
  Candidate candidate;
  candidate.text = line;
  candidate.ids = {text::kEos};
  if (plan.pieces) candidate.pieces = pieces_of(tokenizers.target(), candidate.ids);
  if (plan.token_scores) candidate.token_log_probs = {0.0};
  Translation translation;
  translation.text = line;
  if (plan.attention) {
    translation.source_words = candidate.words = {line};
    candidate.attention = {{1.0F}};
  }
  translation.n_best.push_back(std::move(candidate));
  return translation;
}

void keep_different_texts(std::vector<Candidate>& candidates, size_t most) {
  std::unordered_set<std::string> texts;
  std::erase_if(candidates, [&](const auto& one) { return !texts.insert(one.text).second; });
  if (candidates.size() > most) candidates.resize(most);
}

}  // namespace regard::translate
