#include "translation_formats.h"

#include <nlohmann/json.hpp>

#include "regard/base/str.h"
#include "regard/translate/word_alignment.h"

namespace regard::cli {
namespace {

using nlohmann::ordered_json;
using translate::Candidate;
using translate::Translation;

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

std::string as_text(const Translation& translation, Alignment alignment) {
  if (alignment == Alignment::none) return translation.text + "\n";
  const auto words = translation.n_best.empty()
                         ? ""
                         : alignment_of(translation.n_best.front(), translation, alignment);
  return str(translation.text, " ||| ", words, '\n');
}

std::string as_nbest(const Translation& translation, int64_t number, Alignment alignment) {
  const bool aligned = alignment != Alignment::none;
  if (translation.n_best.empty()) {
    return str(number, " ||| ", aligned ? " ||| " : "", " ||| F0= 0 ||| 0\n");
  }
  std::string lines;
  for (const auto& candidate : translation.n_best) {
    lines += str(number, " ||| ", candidate.text, " ||| ",
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
  json.update(translation.n_best.empty()
                  ? ordered_json{{"text", translation.text}}
                  : to_json(translation.n_best.front(), translation, alignment));
  json["alternatives"] = ordered_json::array();
  for (size_t rank = 1; rank < translation.n_best.size(); ++rank) {
    json["alternatives"].push_back(to_json(translation.n_best[rank], translation, alignment));
  }
  if (translation.repeats) json["repeats"] = true;
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

std::string formatted(const Translation& translation, const TranslatedLine& line,
                      const TranslationFormat& format) {
  if (format.format == Format::jsonl) return as_jsonl(translation, line, format.alignment);
  if (format.format == Format::nbest) return as_nbest(translation, line.number, format.alignment);
  return as_text(translation, format.alignment);
}

}  // namespace regard::cli
