#include "translate/from_memory.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "text/sentences.h"

namespace regard::translate {
namespace {

/// The memory's translation with the white space around the line. Empty if there is none, or if it
/// is not a single line.
std::string text_in_memory(const std::string& line, const text::TranslationMemory& memory) {
  const auto* found = memory.translation_of(line);
  if (found == nullptr || found->find_first_of("\r\n") != std::string::npos) return {};
  const auto words = trimmed(line);
  const auto before = static_cast<size_t>(words.data() - line.data());
  return line.substr(0, before).append(trimmed(*found)).append(line, before + words.size());
}

Translation from_memory(const std::string& line, std::string text, const RequestOptions& options) {
  Translation translation;
  translation.text = std::move(text);
  translation.is_from_memory = true;
  if (options.glossary == nullptr) return translation;
  for (const auto& match : options.glossary->in(line)) {
    if (!text::has_words(translation.text, match.term->target)) {
      translation.unmet.push_back(*match.term);
    }
  }
  return translation;
}

/// The lines with the given numbers and their part of the request, which uses no memory.
struct Part {
  std::vector<std::string> lines;
  TranslationRequest request;

  Part(std::span<const std::string> all, const std::vector<size_t>& numbers,
       const TranslationRequest& of_all)
      : request(of_all) {
    request.options.memory = nullptr;
    if (!of_all.options.prefixes.empty()) request.options.prefixes.clear();
    for (const size_t number : numbers) {
      lines.push_back(all[number]);
      if (of_all.options.prefixes.empty()) continue;
      request.options.prefixes.push_back(of_all.options.prefixes.at(number));
    }
  }
};

/// Fills in words and attention for a text from the memory if the model writes exactly that text
/// when given it as a prefix.
void align(std::span<const std::string> lines, const std::vector<size_t>& numbers,
           const TranslationRequest& request, const TranslateSome& translate,
           std::vector<Translation>& translations) {
  Part part(lines, numbers, request);
  part.request.options.glossary = nullptr;
  for (const size_t number : numbers) {
    part.request.options.prefixes.push_back(translations[number].text);
  }
  auto aligned = translate(part.lines, part.request);
  for (size_t i = 0; i < numbers.size(); ++i) {
    auto& translation = translations[numbers[i]];
    if (aligned[i].text != translation.text) continue;
    translation.n_best = std::move(aligned[i].n_best);
    translation.source_words = std::move(aligned[i].source_words);
  }
}

/// The sentences of a line that has several, with the text before each and after the last, if at
/// least one is in the memory.
std::optional<text::Sentences> sentences_with_memory(const std::string& line,
                                                     const text::TranslationMemory& memory) {
  auto found = text::sentences_of(line);
  const auto is_known = [&](const auto& sentence) {
    return !text_in_memory(std::string(sentence.words), memory).empty();
  };
  if (found.sentences.size() < 2 || std::ranges::none_of(found.sentences, is_known)) return {};
  return found;
}

/// Joins the best candidates of several sentences into one translation.
Translation joined(const text::Sentences& sentences, std::vector<Translation> translations) {
  Translation line;
  line.is_from_memory = std::ranges::all_of(translations, &Translation::is_from_memory);
  line.sentences = 0;
  for (size_t i = 0; i < translations.size(); ++i) {
    auto& one = translations[i];
    line.text.append(sentences.sentences[i].before).append(one.text);
    line.sentences += one.sentences;
    line.cuts += one.cuts;
    line.repeats = line.repeats || one.repeats;
    line.is_short = line.is_short || one.is_short;
    std::ranges::move(one.unmet, std::back_inserter(line.unmet));
    std::ranges::move(one.unknown, std::back_inserter(line.unknown));
  }
  line.text += sentences.behind;
  return line;
}

}  // namespace

std::vector<Translation> translate_with_memory(std::span<const std::string> lines,
                                               const TranslationRequest& request,
                                               const TranslateSome& translate) {
  const auto& options = request.options;
  const bool is_used =
      options.prefixes.empty() && options.alternatives == 0 && !options.draw.has_value();
  const bool is_split =
      is_used && request.search.split && !options.attention && request.n_best == 1;
  std::vector<Translation> translations(lines.size());
  std::vector<size_t> known, others;
  for (size_t number = 0; number < lines.size(); ++number) {
    auto text = is_used ? text_in_memory(lines[number], *options.memory) : std::string();
    if (!text.empty()) {
      known.push_back(number);
      translations[number] = from_memory(lines[number], std::move(text), options);
      continue;
    }
    const auto sentences = is_split ? sentences_with_memory(lines[number], *options.memory)
                                    : std::optional<text::Sentences>();
    if (!sentences) {
      others.push_back(number);
      continue;
    }
    std::vector<std::string> parts;
    for (const auto& sentence : sentences->sentences) parts.emplace_back(sentence.words);
    translations[number] = joined(*sentences, translate_with_memory(parts, request, translate));
  }
  if (!others.empty()) {
    const Part part(lines, others, request);
    auto translated = translate(part.lines, part.request);
    for (size_t i = 0; i < others.size(); ++i) translations[others[i]] = std::move(translated[i]);
  }
  if (options.attention && !known.empty()) align(lines, known, request, translate, translations);
  for (size_t number = 0; number < lines.size(); ++number) {
    translations[number].matches = options.memory->similar(lines[number]);
  }
  return translations;
}

}  // namespace regard::translate
