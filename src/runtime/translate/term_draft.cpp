#include "translate/term_draft.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "regard/text/folded_text.h"
#include "translate/terms_met.h"
#include "translate/whole_sentence.h"

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

}  // namespace regard::translate
