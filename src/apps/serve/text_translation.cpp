#include "serve/text_translation.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "documents/markup_document.h"
#include "documents/translated_units.h"
#include "markup/html_text.h"
#include "markup/xml_scanner.h"
#include "regard/base/str.h"
#include "serve/http_message.h"
#include "serve/languages.h"
#include "text/json_strings.h"
#include "text/sentences.h"
#include "translate/plan.h"

namespace regard::serve {

TextLines::TextLines(const std::string& text, Splitting splitting)
    : blocks_(text::blocks_of(text::lines_with_ends(text), splitting == Splitting::lines
                                                               ? text::Wrapping::none
                                                               : text::Wrapping::all)) {}

std::vector<std::string> TextLines::lines() const {
  std::vector<std::string> lines;
  for (const auto& block : blocks_) {
    if (!block.text.empty()) lines.push_back(block.text);
  }
  return lines;
}

std::string TextLines::with(std::span<const std::string> translations) const {
  std::string text;
  size_t next = 0;
  for (const auto& block : blocks_) {
    const bool has_translation = !block.text.empty() && next < translations.size();
    text += block.with(has_translation ? translations[next++] : "");
  }
  return text;
}

bool lacks_sentences(const std::string& source, const translate::Translation& translation) {
  const size_t sentences = text::sentences_of(source).sentences.size();
  if (sentences < 2) return false;
  return translation.is_short || translation.is_unfinished() || translation.repeats ||
         text::sentences_of(translation.text).sentences.size() < sentences;
}

namespace {

using Guess = LanguageDetector::Guess;

/// The lines of one of the texts in a question.
struct Item {
  size_t number;  // index of the text
  size_t first, count;
  std::unique_ptr<documents::Document> page = {};
  std::unique_ptr<TextLines> lines = {};
};

using SomeAnswers = std::span<const AnswerCache::Answer>;

/// The model for a text in a language; null if the text stays unchanged.
ServedModel* model_of(Service& service, const TextRequest& request, const std::string& source) {
  auto* model = model_for(service, source, request.target);
  auto* named = service.models.named(request.model);
  const bool fits = model != nullptr && named != nullptr && named->source() == source &&
                    named->target() == request.target;
  return fits ? named : model;
}

/// A translated text in the format that the request asks for.
std::string written(const TextRequest& request, const std::string& source,
                    const std::string& translation) {
  return request.preserve_formatting ? with_formatting_of(source, translation) : translation;
}

std::string page_of(const TextRequest& request, const Item& item, SomeAnswers answers) {
  std::vector<TranslatedText> translations;
  for (const auto& answer : answers) {
    translations.push_back(documents::translated_text(*answer));
    auto& text = translations.back().text;
    text = written(request, item.page->units()[translations.size() - 1].text, text);
  }
  return item.page->write(translations).bytes;
}

/// Each line's candidate of this rank, or its last candidate if there are fewer.
std::string text_of_rank(const TextRequest& request, const Item& item, SomeAnswers answers,
                         size_t rank) {
  const auto sources = item.lines->lines();
  std::vector<std::string> lines;
  for (const auto& answer : answers) {
    const auto& found = answer->n_best;
    const auto& text = found.empty() ? answer->text : found[std::min(rank, found.size() - 1)].text;
    lines.push_back(written(request, sources[lines.size()], text));
  }
  return item.lines->with(lines);
}

std::vector<std::string> alternatives_of(const TextRequest& request, const Item& item,
                                         SomeAnswers answers) {
  size_t most = 0;
  for (const auto& answer : answers) most = std::max(most, answer->n_best.size());
  std::vector<std::string> alternatives;
  for (size_t rank = 1; rank < most && std::cmp_less_equal(rank, request.alternatives); ++rank) {
    alternatives.push_back(text_of_rank(request, item, answers, rank));
  }
  return alternatives;
}

std::unique_ptr<documents::Document> read_page(const std::string& text,
                                               const TextRequest& request) {
  if (request.markup == Markup::html) return documents::html_document(text, request.rules);
  try {
    return documents::xml_document(text, request.rules);
  } catch (const MalformedXml& malformed) {
    throw Refusal(400, malformed.what());
  }
}

Item add_text(const TextRequest& request, size_t number, std::vector<std::string>& lines) {
  Item item{.number = number, .first = lines.size(), .count = 0};
  const auto& text = request.texts[number];
  if (request.markup != Markup::none) {
    item.page = read_page(text, request);
    for (const auto& unit : item.page->units()) lines.push_back(unit.text);
  } else {
    item.lines = std::make_unique<TextLines>(text, request.splitting);
    for (auto& line : item.lines->lines()) lines.push_back(std::move(line));
  }
  item.count = lines.size() - item.first;
  return item;
}

/// Translates whole texts. Splits and retries those whose translation lacks sentences.
Answers whole_translations(Service& service, const Question& question, const Deadline& deadline) {
  auto answers = service.translate(question, deadline);
  auto again = question;
  again.search.split = true;
  again.lines.clear();
  std::vector<size_t> lacking;
  for (size_t line = 0; line < answers.size(); ++line) {
    deadline.check();
    if (!lacks_sentences(question.lines[line], *answers[line])) continue;
    again.lines.push_back(question.lines[line]);
    lacking.push_back(line);
  }
  if (lacking.empty()) return answers;
  const auto others = service.translate(again, deadline);
  for (size_t found = 0; found < lacking.size(); ++found) answers[lacking[found]] = others[found];
  return answers;
}

}  // namespace

void check_tag(const Question& question) {
  try {
    translate::tag_id(question.search.tag, question.model->model.tokenizers().source());
  } catch (const Error& error) {
    throw Refusal(400, str("tag ", error.problem(), "; ", error.remedy()));
  }
}

void set_tag(const std::optional<std::string>& tag, Question& question) {
  if (!tag || tag->empty()) return;
  question.search.tag = *tag;
  check_tag(question);
}

std::string served_language(const Service& service, const std::string& code) {
  constexpr size_t kLongest = 40;
  if (const auto language = service.models.language(code)) return *language;
  const bool is_long = code.size() > kLongest;
  throw Refusal(400, str(is_long ? str("a language code of ", code.size(), " bytes") : code,
                         " is not supported"));
}

ServedModel* model_for(Service& service, const std::string& source, const std::string& target) {
  if (source == target || service.models.is_echoed(target)) return nullptr;
  if (auto* model = service.models.of_direction(source, target)) return model;
  throw Refusal(
      400, str(language_name(target), " (", target, ") is not available as a target language from ",
               language_name(source), " (", source, ")"));
}

Guess language_of(const Service& service, const std::string& text, const std::string& target) {
  return languages_of(service, {text}, target).front();
}

namespace {

/// The natural language in a text; for JSON, its strings without its keys.
std::string said(const std::string& text) {
  const auto json = text::JsonStrings::of(text);
  return json ? join(json->texts(), "\n") : text;
}

/// The best guess among the languages that models translate, unless the text is clearly in another
/// served language.
Guess best_guess(const Service& service, const std::string& text,
                 const std::vector<std::string>& among) {
  constexpr double kSure = 0.7;  // as for twelve letters
  auto best = service.detector.detect(text).front();
  return best.confidence >= kSure ? best : service.detector.best_of(text, among);
}

}  // namespace

std::vector<Guess> languages_of(const Service& service, const std::vector<std::string>& texts,
                                const std::string& target) {
  auto among = service.models.sources_into(target);
  if (among.empty()) among = service.models.languages();
  if (std::ranges::find(among, target) == among.end()) among.push_back(target);
  std::vector<Guess> guesses;
  std::map<std::string, double> sums;
  for (const auto& text : texts) {
    guesses.push_back(best_guess(service, said(text), among));
    sums[guesses.back().language] += guesses.back().confidence;
  }
  const auto most = std::ranges::max_element(sums, {}, [](const auto& sum) { return sum.second; });
  for (auto& guess : guesses) {
    if (guess.confidence == 0.0 && most->second > 0.0) guess.language = most->first;
  }
  return guesses;
}

std::vector<TranslatedItem> translate_texts(Service& service, const TextRequest& request,
                                            const Deadline& deadline) {
  std::vector<TranslatedItem> items(request.texts.size());
  const auto languages = request.source == "auto"
                             ? languages_of(service, request.texts, request.target)
                             : std::vector(items.size(), Guess{request.source, 1.0});
  std::map<ServedModel*, std::vector<size_t>> of_models;
  for (size_t number = 0; number < items.size(); ++number) {
    items[number].language = languages[number];
    auto* model = model_of(service, request, languages[number].language);
    if (model == nullptr) {
      items[number].text = request.texts[number];
    } else {
      of_models[model].push_back(number);
    }
  }
  for (const auto& [model, numbers] : of_models) {
    std::vector<std::string> lines;
    std::vector<Item> parts;
    for (const size_t number : numbers) {
      deadline.check();
      parts.push_back(add_text(request, number, lines));
    }
    auto question = service.question(*model, std::move(lines));
    question.n_best = request.alternatives + 1;
    question.search.beam_size = std::max(question.search.beam_size, question.n_best);
    question.attention = question.word_parts = request.markup != Markup::none;
    if (request.glossary) question.glossary = request.glossary;
    set_tag(request.tag, question);
    const bool stays_whole = request.splitting == Splitting::none;
    if (stays_whole) question.search.split = false;
    const auto answers = stays_whole ? whole_translations(service, question, deadline)
                                     : service.translate(question, deadline);
    for (const auto& part : parts) {
      deadline.check();
      const auto translations = std::span(answers).subspan(part.first, part.count);
      auto& item = items[part.number];
      item.text = part.page ? page_of(request, part, translations)
                            : text_of_rank(request, part, translations, 0);
      if (!part.page) item.alternatives = alternatives_of(request, part, translations);
    }
  }
  return items;
}

}  // namespace regard::serve
