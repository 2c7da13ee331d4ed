#include "cli/translation_formats.h"

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "regard/base/str.h"
#include "translate/word_alignment.h"

namespace regard::cli {
namespace {

using nlohmann::ordered_json;
using translate::Candidate;
using translate::Translation;

/// A line that was not searched, such as an empty one or one of copied items, has its text alone.
std::vector<Candidate> candidates_of(const Translation& translation) {
  if (!translation.n_best.empty()) return translation.n_best;
  return {{.text = translation.text}};
}

translate::Weights weights_of(const Candidate& candidate, const Translation& translation) {
  return translate::whole_rows(candidate.attention, candidate.attention_begins,
                               translation.source_words.size());
}

std::string alignment_of(const Candidate& candidate, const Translation& translation,
                         Alignment kind) {
  const auto weights = weights_of(candidate, translation);
  return kind == Alignment::soft ? translate::to_soft_alignment(weights)
                                 : translate::to_pharaoh(translate::hard_alignment(weights));
}

std::string as_text(const Translation& translation, std::string_view end, Alignment alignment) {
  if (alignment == Alignment::none) return str(translation.text, end);
  const auto words = alignment_of(candidates_of(translation).front(), translation, alignment);
  return str(without_separators(translation.text), " ||| ", words, end);
}

std::string as_nbest(const Translation& translation, int64_t number, Alignment alignment) {
  const bool aligned = alignment != Alignment::none;
  std::string lines;
  for (const auto& candidate : candidates_of(translation)) {
    lines += str(number, " ||| ", without_separators(candidate.text), " ||| ",
                 aligned ? alignment_of(candidate, translation, alignment) + " ||| " : "",
                 "F0= ", candidate.log_prob, candidate.finished ? "" : " Cut= 1", " ||| ",
                 candidate.score, '\n');
  }
  return lines;
}

ordered_json to_json(const Candidate& candidate, const Translation& translation,
                     Alignment alignment) {
  const auto weights = weights_of(candidate, translation);
  ordered_json json = {{"text", candidate.text},
                       {"score", candidate.score},
                       {"log_prob", candidate.log_prob},
                       {"tokens", candidate.pieces}};
  if (!candidate.finished) json["unfinished"] = true;
  if (alignment == Alignment::soft) json["alignment"] = weights;
  if (alignment == Alignment::hard) {
    json["alignment"] = ordered_json::array();
    for (const auto& [source, target] : translate::hard_alignment(weights)) {
      json["alignment"].push_back({source, target});
    }
  }
  return json;
}

std::string as_jsonl(const Translation& translation, const TranslatedLine& line,
                     Alignment alignment) {
  ordered_json json = {{"line", line.number + 1}, {"source", line.source}};
  const auto candidates = candidates_of(translation);
  json.update(to_json(candidates.front(), translation, alignment));
  json["alternatives"] = ordered_json::array();
  for (const auto& other : std::span(candidates).subspan(1)) {
    json["alternatives"].push_back(to_json(other, translation, alignment));
  }
  if (translation.repeats) json["repeats"] = true;
  if (translation.has_cut_prefix) json["prefix_cut"] = true;
  if (translation.is_short) json["short"] = true;
  if (translation.parts() > 1) json["parts"] = translation.parts();
  if (!translation.unmet.empty()) {
    json["unmet_terms"] = ordered_json::array();
    for (const auto& term : translation.unmet) {
      json["unmet_terms"].push_back({{"source", term.source}, {"target", term.target}});
    }
  }
  if (!translation.unknown.empty()) json["unknown_words"] = translation.unknown;
  json["seconds"] = line.seconds;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string without_separators(std::string text) {
  constexpr std::string_view kSeparator = "|||", kEscaped = "&#124;&#124;&#124;";
  for (auto at = text.find(kSeparator); at != std::string::npos; at = text.find(kSeparator, at)) {
    text.replace(at, kSeparator.size(), kEscaped);
    at += kEscaped.size();
  }
  return text;
}

std::string formatted(const Translation& translation, const TranslatedLine& line,
                      const TranslationFormat& format) {
  if (format.format == Format::jsonl) return as_jsonl(translation, line, format.alignment);
  if (format.format == Format::nbest) return as_nbest(translation, line.number, format.alignment);
  return as_text(translation, line.end, format.alignment);
}

}  // namespace regard::cli
