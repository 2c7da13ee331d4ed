#include "translate/given_terms.h"

#include <algorithm>
#include <set>

namespace regard::translate {

std::vector<BytesOfWords> terms_in(std::string_view line, const text::Glossary* glossary) {
  std::vector<BytesOfWords> places;
  if (glossary == nullptr) return places;
  for (const auto& match : glossary->in(line)) places.push_back({match.begin, match.end});
  return places;
}

std::vector<BytesOfWords> given_in(std::string_view translation, std::string_view line,
                                   const text::Glossary* glossary) {
  std::vector<BytesOfWords> places;
  if (glossary == nullptr) return places;
  std::set<std::string_view> targets;
  for (const auto& match : glossary->in(line)) targets.insert(match.term->target);
  const text::FoldedText text(translation, text::FoldedText::Case::ignored);
  for (const auto target : targets) {
    const auto words = text::FoldedText(target, text::FoldedText::Case::ignored).characters;
    for (size_t at = 0; (at = text.characters.find(words, at)) != std::u32string::npos; ++at) {
      const size_t end = at + words.size();
      if (text.are_words(at, end)) places.push_back({text.bytes[at], text.bytes[end]});
    }
  }
  std::ranges::sort(places, {}, &BytesOfWords::begin);
  return places;
}

std::string without(std::string_view text, const std::vector<BytesOfWords>& places) {
  std::string rest;
  size_t at = 0;
  for (const auto& place : places) {
    if (place.begin > at) rest += std::string(text.substr(at, place.begin - at)) + ' ';
    at = std::max(at, place.end);
  }
  return rest += text.substr(at);
}

}  // namespace regard::translate
