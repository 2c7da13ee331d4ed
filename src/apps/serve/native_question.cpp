#include "serve/fields.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "documents/translated_units.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "serve/http_message.h"
#include "serve/text_translation.h"
#include "translate/flags.h"
#include "translate/word_alignment.h"

namespace regard::serve {
namespace {

ServedModel& model_named(Service& service, const std::string& name) {
  if (auto* model = service.models.named(name)) return *model;
  constexpr size_t kLongest = 100;
  const auto shown = name.size() <= kLongest ? name : str("with a name of ", name.size(), " bytes");
  throw Refusal(404, str("unknown model ", shown, "; /v1/models lists those that are served"));
}

/// Throws Refusal for a language that the model named by the client does not have on this side.
void check_fits(const std::string& field, const std::string& language, const std::string& of_model,
                const std::string& name) {
  if (language == of_model) return;
  throw Refusal(400, str(field, " is ", language, ", but the ", field, " of the model ", name,
                         " is ", of_model, "; leave out ", field, " or model"));
}

/// The served language with a code, or `usual` for an empty code.
std::string language_or(const Service& service, const std::string& code, const std::string& usual) {
  return code.empty() ? usual : served_language(service, code);
}

/// Adds the question of a text, or finds the existing one for the same model.
void add_text(Service& service, ServedModel* model, Wanted& wanted) {
  if (model == nullptr) {
    wanted.question_of_text.emplace_back();
    return;
  }
  const auto same = std::ranges::find_if(wanted.questions, [&](const Question& question) {
    return question.model->name == model->name();
  });
  wanted.question_of_text.emplace_back(same - wanted.questions.begin());
  if (same == wanted.questions.end()) wanted.questions.push_back(service.question(*model, {}));
}

/// Finds the model of each text.
void choose_models(JsonRequest& fields, Service& service, const std::vector<std::string>& texts,
                   Wanted& wanted) {
  const auto& first = *service.models.all().front();
  const auto name = fields.text("model").value_or("");
  auto source = fields.text("source").value_or("");
  auto target = language_or(service, fields.text("target").value_or(""),
                            name.empty() ? first.target() : model_named(service, name).target());
  const bool detects = lower_ascii(source) == "auto";
  if (detects) {
    wanted.detected = languages_of(service, texts, target);
  } else {
    source = language_or(service, source,
                         name.empty() ? first.source() : model_named(service, name).source());
  }
  if (!name.empty()) {
    const auto& model = model_named(service, name);
    if (!detects) check_fits("source", source, model.source(), name);
    check_fits("target", target, model.target(), name);
  }
  for (size_t number = 0; number < texts.size(); ++number) {
    auto* model =
        !name.empty()
            ? &model_named(service, name)
            : model_for(service, detects ? wanted.detected[number].language : source, target);
    add_text(service, model, wanted);
  }
}

std::shared_ptr<const text::Glossary> glossary_of(
    const std::optional<std::map<std::string, std::string>>& terms,
    const text::GlossaryLanguages& languages) {
  if (!terms || terms->empty()) return {};
  std::vector<text::Glossary::Term> list;
  for (const auto& [source, target] : *terms) list.push_back({source, target});
  return std::make_shared<const text::Glossary>(text::Glossary::of(std::move(list), languages));
}

/// The direction of the first text that is translated.
text::GlossaryLanguages languages_of_terms(const Wanted& wanted) {
  if (wanted.questions.empty()) return {};
  const auto& data = wanted.questions.front().model->model.experiment().data;
  return {.source = data.source_language, .target = data.target_language};
}

/// Words and phrases to keep. Their number is limited, because each beginning of a word is compared
/// with all of them.
std::vector<std::string> read_keep(JsonRequest& fields) {
  const auto list = fields.texts("keep", bounds::kKeptTexts);
  if (!list) return {};
  for (const auto& text : list->texts) {
    refuse_null_character(text, "keep");
    if (text.size() <= bounds::kKeptTextBytes) continue;
    throw Refusal(400, str("a text in keep has ", text.size(), " bytes, but at most ",
                           bounds::kKeptTextBytes, " are allowed"));
  }
  return list->texts;
}

void read_question(JsonRequest& fields, const Service& service, Question& question) {
  const int64_t most = service.options.beam_limit;
  read_search(fields, most, question.search);
  question.n_best = fields.integer("n_best", 1, most).value_or(1);
  question.search.beam_size = std::max(question.search.beam_size, question.n_best);
  question.alternatives = fields.integer("alternatives", 0, most).value_or(0);
  question.prefix = fields.text("prefix").value_or("");
}

std::optional<translate::Markup> read_format(JsonRequest& fields) {
  const auto names = names_of(translate::Markup{});
  std::vector<std::string> words = {"text"};
  words.insert(words.end(), names.begin(), names.end());
  return parse_name<translate::Markup>(fields.one_of("format", words).value_or("text"));
}

}  // namespace

Wanted read_wanted(JsonRequest& fields, Service& service, const std::vector<std::string>& texts) {
  Wanted wanted;
  choose_models(fields, service, texts, wanted);
  wanted.attention = fields.flag("attention").value_or(false);
  wanted.alignment = fields.flag("alignment").value_or(false);
  wanted.token_scores = fields.flag("token_scores").value_or(false);
  wanted.confidence = fields.flag("confidence").value_or(false);
  wanted.timeout_ms = fields.integer("timeout_ms", 1, bounds::kTimeoutMs);
  wanted.markup = read_format(fields);
  const auto glossary = glossary_of(fields.text_map("glossary"), languages_of_terms(wanted));
  const auto keep = read_keep(fields);
  Question unused{
      .model = {}, .search = {}, .lines = {}};  // reads the fields even if there is no question
  read_question(fields, service, unused);
  for (auto& question : wanted.questions) {
    read_question(fields, service, question);
    check_tag(question);
    if (glossary) question.glossary = glossary;
    question.keep = keep;
    question.attention = wanted.has_words() || wanted.markup;
    question.word_parts = wanted.markup.has_value();
    question.shows_attention = wanted.attention && !wanted.markup;
    question.token_scores = wanted.token_scores;
    question.confidence = wanted.confidence;
  }
  return wanted;
}

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

double four_digits(double number) { return std::round(number * 1e4) / 1e4; }

json confidences_of_words(const translate::Candidate& candidate) {
  json words = json::array();
  for (const double confidence : candidate.word_confidences) {
    words.push_back(std::isnan(confidence) ? json() : json(four_digits(confidence)));
  }
  return words;
}

/// Adds the lowest confidence of some lines, and all their flags.
void add_confidence(std::span<const AnswerCache::Answer> lines, json& row) {
  double lowest = 1.0;
  std::vector<translate::Flag> flags;
  for (const auto& line : lines) {
    for (const auto flag : line->flags) add_flag(flag, flags);
    if (line->n_best.empty()) continue;
    lowest = std::min(lowest, line->n_best.front().confidence.value_or(1.0));
    row["calibrated"] = line->is_calibrated;
  }
  row["confidence"] = four_digits(lowest);
  row["flags"] = json::array();
  for (const auto flag : flags) row["flags"].push_back(name_of(flag));
}

/// The weights with six digits each: further digits take time to write and read, and add nothing.
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
  if (wanted.confidence && candidate.confidence) {
    row["confidence"] = four_digits(*candidate.confidence);
    row["word_confidences"] = confidences_of_words(candidate);
  }
  if (wanted.token_scores) {
    auto& tokens = row["tokens"] = json::array();
    for (size_t i = 0; i < candidate.pieces.size() && i < candidate.token_log_probs.size(); ++i) {
      tokens.push_back(
          {{"piece", candidate.pieces[i]}, {"log_prob", candidate.token_log_probs[i]}});
    }
  }
  return row;
}

/// Adds whether the text or its prefix was cut off at the maximum length, the glossary terms that
/// it lacks, and the matches of the translation memory.
void add_flaws(const translate::Translation& translation, json& row) {
  if (translation.is_unfinished()) row["unfinished"] = true;
  if (translation.has_cut_prefix) row["prefix_cut"] = true;
  for (const auto& term : translation.unmet) {
    row["unmet_terms"].push_back({{"source", term.source}, {"target", term.target}});
  }
  for (const auto& match : translation.matches) {
    row["matches"].push_back(
        {{"score", match.score}, {"source", match.source}, {"target", match.target}});
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

/// The answer for a text of several lines, without candidates.
json answer_of_lines(std::span<const AnswerCache::Answer> lines, std::string text,
                     const Wanted& wanted) {
  json row = {{"text", std::move(text)}, {"candidates", json::array()}, {"unfinished", false}};
  int64_t sentences = 0;
  bool repeats = false, is_short = false;
  for (const auto& line : lines) {
    add_flaws(*line, row);
    sentences += line->sentences;
    repeats = repeats || line->repeats;
    is_short = is_short || line->is_short;
  }
  if (wanted.confidence) add_confidence(lines, row);
  row["sentences"] = sentences;
  row["repeats"] = repeats;
  row["short"] = is_short;
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
    if (wanted.confidence) add_confidence(lines, row);
    const auto put_back = [&](json& line) {
      line = text.with(std::vector{line.get<std::string>()});
    };
    put_back(row["text"]);
    for (auto& candidate : row["candidates"]) put_back(candidate["text"]);
    return row;
  }
  std::vector<std::string> texts;
  for (const auto& line : lines) texts.push_back(line->text);
  return answer_of_lines(lines, text.with(texts), wanted);
}

json answer_of_page(std::span<const AnswerCache::Answer> texts, const documents::Document& page,
                    const Wanted& wanted) {
  std::vector<TranslatedText> translations;
  for (const auto& text : texts) translations.push_back(documents::translated_text(*text));
  return answer_of_lines(texts, page.write(translations).bytes, wanted);
}

}  // namespace regard::serve
