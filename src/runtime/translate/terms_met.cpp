#include "translate/terms_met.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "regard/text/folded_text.h"
#include "text/letter_case.h"

namespace regard::translate {
namespace {

using Term = text::Glossary::Term;

/// Writes words of a text in another way.
void write_as(const std::string& from, const std::string& to, std::string& text) {
  auto places = occurrences(text::FoldedText(text, text::FoldedText::Case::kept), from);
  for (size_t i = places.size(); i-- > 0;) {
    text.replace(places[i].begin, places[i].end - places[i].begin, to);
  }
}

}  // namespace

std::vector<BytesOfWords> occurrences(const text::FoldedText& text, const std::string& words) {
  const text::FoldedText form(words, text::FoldedText::Case::kept);
  std::vector<BytesOfWords> places;
  const auto& all = text.characters;
  for (size_t at = 0; (at = all.find(form.characters, at)) != std::u32string::npos; ++at) {
    const size_t end = at + form.characters.size();
    if (text.are_words(at, end)) places.push_back({text.bytes[at], text.bytes[end]});
  }
  return places;
}

std::vector<Term> unmet_terms(const std::string& text, const std::vector<const Term*>& terms,
                              const text::TokenizerPair& tokenizers, bool in_capitals) {
  std::vector<Term> unmet;
  if (terms.empty()) return unmet;
  const text::FoldedText folded(text, text::FoldedText::Case::kept);
  std::map<std::string_view, size_t> met;  // number of uses by translation
  for (const auto* term : terms) {
    size_t most = std::max(occurrences(folded, term->target).size(),
                           occurrences(folded, tokenizers.prepared(term->target)).size());
    if (in_capitals) {
      most = std::max(most, occurrences(folded, text::in_capitals(term->target)).size());
    }
    auto& count = met[term->target];
    if (count < most)
      ++count;
    else
      unmet.push_back(*term);
  }
  return unmet;
}

std::vector<Term> finish_terms(Translation& translation, const std::string& source,
                               const std::vector<const Term*>& terms,
                               const text::TokenizerPair& tokenizers) {
  const bool in_capitals = text::is_in_capitals(source);
  for (const auto* term : terms) {
    if (!in_capitals) break;
    const auto capitals = text::in_capitals(term->target);
    const bool is_small = term->source == text::in_lower_case(term->source);
    const auto& from = is_small ? term->target : capitals;
    const auto& to = is_small ? capitals : term->target;
    for (auto& candidate : translation.n_best) {
      write_as(from, to, candidate.text);
      for (auto& word : candidate.words) write_as(from, to, word);
    }
  }
  if (in_capitals && !translation.n_best.empty()) translation.text = translation.n_best[0].text;
  return unmet_terms(translation.text, terms, tokenizers, in_capitals);
}

}  // namespace regard::translate
