#include "serve/text_translation.h"

#include <algorithm>
#include <map>
#include <utility>

#include "regard/base/join.h"
#include "regard/base/str.h"
#include "serve/html_text.h"
#include "serve/language_names.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

using Guess = LanguageDetector::Guess;

/// Some lines of one text among those of a question.
struct Item {
  size_t number;  // of the text
  size_t first, count;
  std::unique_ptr<HtmlText> html = {};
};

TranslatedText marked(const translate::Translation& translation) {
  TranslatedText text{.text = translation.text};
  if (translation.n_best.empty()) return text;
  const auto& best = translation.n_best.front();
  text.source_words = translation.source_words;
  text.target_words = best.words;
  text.attention = best.attention;
  return text;
}

std::string html_of(const Item& item, std::span<const AnswerCache::Answer> answers) {
  std::vector<TranslatedText> translations;
  for (const auto& answer : answers) translations.push_back(marked(*answer));
  return item.html->rebuilt(translations);
}

/// The candidate of each line with this rank, or its last one.
std::string text_of_rank(std::span<const AnswerCache::Answer> answers, size_t rank) {
  std::vector<std::string> lines;
  for (const auto& answer : answers) {
    const auto& found = answer->n_best;
    lines.push_back(found.empty() ? "" : found[std::min(rank, found.size() - 1)].text);
  }
  return join(lines, "\n");
}

std::vector<std::string> alternatives_of(std::span<const AnswerCache::Answer> answers,
                                         int64_t wanted) {
  size_t most = 0;
  for (const auto& answer : answers) most = std::max(most, answer->n_best.size());
  std::vector<std::string> alternatives;
  for (size_t rank = 1; rank < most && std::cmp_less_equal(rank, wanted); ++rank) {
    alternatives.push_back(text_of_rank(answers, rank));
  }
  return alternatives;
}

Item add_text(const TextRequest& request, size_t number, std::vector<std::string>& lines) {
  Item item{.number = number, .first = lines.size(), .count = 0};
  const auto& text = request.texts[number];
  if (request.markup != Markup::none) {
    item.html = std::make_unique<HtmlText>(text);
    lines.insert(lines.end(), item.html->segments().begin(), item.html->segments().end());
  } else {
    for (auto& line : lines_of_text(text)) lines.push_back(std::move(line));
  }
  item.count = lines.size() - item.first;
  return item;
}

}  // namespace

std::string served_language(const Service& service, const std::string& code) {
  constexpr size_t kLongest = 40;
  if (const auto language = service.models.language(code)) return *language;
  const bool is_long = code.size() > kLongest;
  throw Refusal(
      400, str(is_long ? str("a language of ", code.size(), " bytes") : code, " is not supported"));
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

std::vector<Guess> languages_of(const Service& service, const std::vector<std::string>& texts,
                                const std::string& target) {
  auto among = service.models.sources_into(target);
  if (among.empty()) among = service.models.languages();
  if (std::ranges::find(among, target) == among.end()) among.push_back(target);
  std::vector<Guess> guesses;
  std::map<std::string, double> sums;
  for (const auto& text : texts) {
    guesses.push_back(service.detector.best_of(text, among));
    sums[guesses.back().language] += guesses.back().confidence;
  }
  const auto most = std::ranges::max_element(sums, {}, [](const auto& sum) { return sum.second; });
  for (auto& guess : guesses) {
    if (guess.confidence == 0.0 && most->second > 0.0) guess.language = most->first;
  }
  return guesses;
}

std::vector<TranslatedItem> translate_texts(Service& service, const TextRequest& request,
                                            const Patience& patience) {
  std::vector<TranslatedItem> items(request.texts.size());
  const auto languages = request.source == "auto"
                             ? languages_of(service, request.texts, request.target)
                             : std::vector(items.size(), Guess{request.source, 1.0});
  std::map<ServedModel*, std::vector<size_t>> of_models;
  for (size_t number = 0; number < items.size(); ++number) {
    items[number].language = languages[number];
    auto* model = model_for(service, languages[number].language, request.target);
    if (model == nullptr) {
      items[number].text = request.texts[number];
    } else {
      of_models[model].push_back(number);
    }
  }
  for (const auto& [model, numbers] : of_models) {
    std::vector<std::string> lines;
    std::vector<Item> parts;
    for (const size_t number : numbers) parts.push_back(add_text(request, number, lines));
    auto question = service.question(*model, std::move(lines));
    question.n_best = request.alternatives + 1;
    question.search.beam_size = std::max(question.search.beam_size, question.n_best);
    question.attention = request.markup != Markup::none;
    question.glossary = request.glossary;
    const auto answers = service.translate(question, patience);
    for (const auto& part : parts) {
      const auto own = std::span(answers).subspan(part.first, part.count);
      auto& item = items[part.number];
      item.text = part.html ? html_of(part, own) : text_of_rank(own, 0);
      if (!part.html) item.alternatives = alternatives_of(own, request.alternatives);
    }
  }
  return items;
}

}  // namespace regard::serve
