#include "translate/terms_met.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "regard/text/glossary.h"
#include "text/characters.h"
#include "translate/translate_lines.h"

namespace regard::translate {
namespace {

TermDraft with_terms(const std::string& text, std::vector<TermPlace> places) {
  std::ranges::sort(places, std::greater<>(),
                    [](const TermPlace& place) { return place.words.begin; });
  TermDraft draft{.text = text};
  for (const auto& [words, term] : places) {
    const size_t count = words.end - words.begin;
    draft.replaced.push_back(text.substr(words.begin, count));
    draft.text.replace(words.begin, count, term->target);
  }
  return draft;
}

}  // namespace

TermDraft term_draft(const std::string& text, std::vector<TermPlace> places) {
  std::vector<std::string> targets;
  for (const auto& place : places) targets.push_back(place.term->target);
  auto draft = with_terms(text, std::move(places));
  draft.is_whole = is_whole(draft.text, text, targets, draft.replaced);
  return draft;
}

bool has_all_of(const std::vector<TermInSource>& places, const text::Glossary::Term& term,
                const std::string& text) {
  std::set<const text::Glossary::Term*> same;
  for (const auto& place : places) {
    if (place.term->target == term.target) same.insert(place.term);
  }
  const text::FoldedText folded(text, text::FoldedText::Case::kept);
  return occurrences(folded, term.target).size() >= same.size();
}

bool is_translation(const WordsOfTerm::Words& words, const text::Glossary::Term& term,
                    const std::string& text) {
  const text::FoldedText folded(text, text::FoldedText::Case::kept);
  return std::ranges::any_of(occurrences(folded, term.target), [&](const auto& own) {
    return own.begin < words.end && words.begin < own.end;
  });
}

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
