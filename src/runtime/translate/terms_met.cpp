#include "translate/terms_met.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include "regard/base/str.h"
#include "regard/text/glossary.h"
#include "text/characters.h"
#include "translate/noun_gender.h"
#include "translate/term_articles.h"
#include "translate/translate_lines.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// Whether no letter or digit precedes the given byte of a text.
bool begins_text(std::string_view text, size_t byte) {
  return std::ranges::none_of(text::characters_of(text.substr(0, byte)), text::is_of_word,
                              &text::Character::value);
}

bool is_small(const std::string& text) { return text == text::in_lower_case(text); }
bool begins_with_capital(std::string_view text) {
  const auto characters = text::characters_of(text);
  const auto first = std::ranges::find_if(characters, text::is_of_word, &text::Character::value);
  return first != characters.end() && text::is_capital(first->value);
}

/// A term's translation, capitalized if the words that it replaces begin the text with a capital.
std::string in_place_of(const TermPlace& place, const std::string& text) {
  const auto& target = place.term->target;
  const auto words = std::string_view(text).substr(place.words.begin);
  const bool follows =
      begins_text(text, place.words.begin) && begins_with_capital(words) && is_small(target);
  return follows ? text::with_capital(target) : target;
}

/// For each place, the possible texts between the previous place and this one.
using TextsBefore = std::vector<std::vector<std::string>>;

TextsBefore texts_before(const std::string& text, const std::vector<TermPlace>& places,
                         size_t begin, std::string_view source_language) {
  constexpr size_t kVariedPlaces = 2;  // later places get only their first possible text
  constexpr size_t kMostOfSeveral = 3;
  TextsBefore all;
  for (const auto& place : places) {
    const size_t from = std::min(begin, place.words.begin);
    auto& texts = all.emplace_back(texts_before_term(text.substr(from, place.words.begin - from),
                                                     place.term->target, source_language));
    const size_t most = all.size() > kVariedPlaces ? 1 : places.size() > 1 ? kMostOfSeveral : 8;
    if (texts.size() > most) texts.resize(most);
    begin = place.words.end;
  }
  return all;
}

}  // namespace

bool changes_gender(const std::string& text, const TermPlace& place,
                    std::string_view source_language) {
  const auto gender = gender_of_noun(place.term->target);
  if (!gender) return false;
  const auto shown =
      gender_shown_before(std::string_view(text).substr(0, place.words.begin), source_language);
  const auto of_words = gender_of_noun(
      std::string_view(text).substr(place.words.begin, place.words.end - place.words.begin));
  return shown.value_or(of_words.value_or(*gender)) != *gender;
}

std::vector<TermDraft> term_drafts(const std::string& text, std::vector<TermPlace> places,
                                   size_t begin, std::string_view source_language) {
  std::ranges::sort(places, {}, [](const TermPlace& place) { return place.words.begin; });
  std::vector<std::string> targets;
  for (const auto& place : places) targets.push_back(place.term->target);
  std::vector<TermDraft> drafts = {{.text = text.substr(0, begin), .is_the_rest = true}};
  const auto before = texts_before(text, places, begin, source_language);
  size_t at = begin;
  for (size_t number = 0; number < places.size(); ++number) {
    const auto& words = places[number].words;
    const auto replaced = text.substr(words.begin, words.end - words.begin);
    const auto between = text.substr(at, words.begin - std::min(at, words.begin));
    const bool agrees = !changes_gender(text, places[number], source_language);
    const bool shows_gender = gender_shown_before(between, source_language).has_value();
    const auto fitting = fitting_text_before(between, targets[number], source_language);
    at = words.end;
    std::vector<TermDraft> longer;
    for (const auto& draft : drafts) {
      for (const auto& own : before[number]) {
        auto& one = longer.emplace_back(draft);
        one.text += own + in_place_of(places[number], text);
        one.replaced.push_back(replaced);
        one.is_the_rest = one.is_the_rest && agrees && (!shows_gender || own == fitting);
      }
    }
    drafts = std::move(longer);
  }
  const size_t rest = places.empty() ? begin : places.back().words.end;
  for (auto& draft : drafts) {
    draft.end = draft.text.size();
    draft.text += text.substr(rest);
    draft.is_whole = is_whole(draft.text, text, targets, draft.replaced);
  }
  return drafts;
}

std::optional<size_t> best_draft(const std::vector<TermDraft>& drafts, const Hypotheses& drafted) {
  std::optional<size_t> best;
  for (size_t one = 0; one < drafts.size(); ++one) {
    if (!drafts[one].is_whole || drafts[one].end == 0) continue;
    if (!best || drafted[one].score > drafted[*best].score) best = one;
  }
  return best;
}

namespace {

/// Whether a text ends with an opening bracket and a blank: a forced term puts the blank there.
bool ends_with_open_bracket(std::string_view text) {
  constexpr std::string_view kOpening = "([{";
  const bool is_behind_blank = text.size() > 1 && text.ends_with(' ');
  return is_behind_blank && text::is_among(text[text.size() - 2], kOpening);
}

}  // namespace

std::string with_fitting_articles(const std::string& text,
                                  const std::vector<const text::Glossary::Term*>& terms,
                                  std::string_view source_language) {
  auto result = text;
  for (const auto* term : terms) {
    const text::FoldedText folded(result, text::FoldedText::Case::kept);
    const auto places = occurrences(folded, term->target);
    for (size_t i = places.size(); i-- > 0;) {
      auto before = result.substr(0, places[i].begin);
      const size_t size = before.size();
      if (ends_with_open_bracket(before)) before.pop_back();
      result.replace(0, size, fitting_text_before(before, term->target, source_language));
    }
  }
  return result;
}

bool lacks_determiner(const std::string& text, const TermDraft& draft,
                      const std::vector<const text::Glossary::Term*>& terms) {
  const text::FoldedText folded(text, text::FoldedText::Case::kept);
  const text::FoldedText of_draft(draft.text, text::FoldedText::Case::kept);
  return std::ranges::any_of(terms, [&](const auto* term) {
    const auto own = occurrences(folded, term->target);
    const auto drafted = occurrences(of_draft, term->target);
    return own.size() == 1 && drafted.size() == 1 &&
           ends_with_determiner(std::string_view(draft.text).substr(0, drafted[0].begin)) &&
           !ends_with_determiner(std::string_view(text).substr(0, own[0].begin));
  });
}

std::vector<std::string> targets_of(const std::vector<const text::Glossary::Term*>& terms) {
  std::vector<std::string> targets;
  for (const auto* term : terms) targets.push_back(term->target);
  return targets;
}

bool has_all_of(const std::vector<TermInSource>& places, const text::Glossary::Term& term,
                const std::string& text) {
  const auto has_same_translation = [&](const TermInSource& place) {
    return place.term->target == term.target;
  };
  const text::FoldedText folded(text, text::FoldedText::Case::kept);
  return std::ssize(occurrences(folded, term.target)) >=
         std::ranges::count_if(places, has_same_translation);
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

/// Capitalizes a translation that begins with a lowercase term.
void begin_with_capital(const std::vector<const Term*>& terms, Candidate& candidate) {
  const text::FoldedText folded(candidate.text, text::FoldedText::Case::kept);
  for (const auto* term : terms) {
    if (!is_small(term->target)) continue;
    const auto places = occurrences(folded, term->target);
    const auto first = std::ranges::find_if(
        places, [&](const auto& place) { return begins_text(candidate.text, place.begin); });
    if (first == places.end()) continue;
    const size_t begin = first->begin;
    candidate.text = candidate.text.substr(0, begin) +
                     text::with_capital(std::string_view(candidate.text).substr(begin));
    const auto is_word = [](const std::string& word) { return !begins_text(word, word.size()); };
    const auto word = std::ranges::find_if(candidate.words, is_word);
    if (word != candidate.words.end()) *word = text::with_capital(*word);
    return;
  }
}

/// Replaces all occurrences of `from` in a text with `to`.
void write_as(const std::string& from, const std::string& to, std::string& text) {
  auto places = occurrences(text::FoldedText(text, text::FoldedText::Case::kept), from);
  for (size_t i = places.size(); i-- > 0;) {
    text.replace(places[i].begin, places[i].end - places[i].begin, to);
  }
}

/// Removes the word that is only `mark` behind a word that ends with it.
void leave_out_repeated_mark(const std::string& mark, Candidate& candidate) {
  auto& words = candidate.words;
  auto& attention = candidate.attention;
  for (size_t at = 1; at < words.size(); ++at) {
    if (words[at] != mark || !words[at - 1].ends_with(mark)) continue;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
    if (at < attention.size()) attention.erase(attention.begin() + static_cast<std::ptrdiff_t>(at));
    return;
  }
}

/// Removes a mark that the model has repeated behind a term that ends with it ("Yahoo! !"), and
/// separates a term that begins with a mark (".NET") from the word before it.
void separate_from_marks(const Term& term, std::string_view source, Candidate& candidate) {
  constexpr std::string_view kMarks = "+!?#*.", kBlank = " ";
  auto& text = candidate.text;
  const auto mark = term.target.substr(term.target.size() - 1);
  const bool may_repeat = text::is_among(mark[0], kMarks) && term.source.ends_with(mark) &&
                          source.find(term.source + mark) == std::string_view::npos;
  const bool is_apart = text::is_among(term.target[0], kMarks) &&
                        source.find(str(kBlank, term.source)) != std::string_view::npos;
  const auto places =
      occurrences(text::FoldedText(text, text::FoldedText::Case::kept), term.target);
  for (size_t i = places.size(); i-- > 0;) {
    const auto& [begin, end] = places[i];
    const auto behind = std::string_view(text).substr(end);
    const auto next = trimmed_begin(behind);
    if (may_repeat && next.starts_with(mark)) {
      text.erase(end, behind.size() - next.size() + 1);
      leave_out_repeated_mark(mark, candidate);
    }
    if (is_apart && ends_with_word(std::string_view(text).substr(0, begin))) {
      text.insert(begin, kBlank);
    }
  }
}

}  // namespace

std::vector<BytesOfWords> occurrences(const text::FoldedText& text, const std::string& words) {
  std::vector<BytesOfWords> places;
  const auto& all = text.characters;
  const auto add = [&](size_t at, size_t size) {
    if (text.are_words(at, at + size)) places.push_back({text.bytes[at], text.bytes[at + size]});
  };
  const auto capitalized = text::with_capital(words);
  if (is_small(words) && capitalized != words) {
    const text::FoldedText form(capitalized, text::FoldedText::Case::kept);
    const auto first =
        static_cast<size_t>(std::ranges::find_if(all, text::is_of_word) - all.begin());
    const auto begin = std::u32string_view(all).substr(first);
    if (begin.starts_with(form.characters)) add(first, form.characters.size());
  }
  const text::FoldedText form(words, text::FoldedText::Case::kept);
  for (size_t at = 0; (at = all.find(form.characters, at)) != std::u32string::npos; ++at) {
    add(at, form.characters.size());
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
  if (!in_capitals && begins_with_capital(source)) {
    for (auto& candidate : translation.n_best) begin_with_capital(terms, candidate);
  }
  for (const auto* term : terms) {
    for (auto& candidate : translation.n_best) separate_from_marks(*term, source, candidate);
    if (!in_capitals) continue;
    const auto capitals = text::in_capitals(term->target);
    const bool follows = is_small(term->target);
    const auto& from = follows ? term->target : capitals;
    const auto& to = follows ? capitals : term->target;
    for (auto& candidate : translation.n_best) {
      write_as(from, to, candidate.text);
      for (auto& word : candidate.words) write_as(from, to, word);
    }
  }
  if (!terms.empty() && !translation.n_best.empty()) translation.text = translation.n_best[0].text;
  return unmet_terms(translation.text, terms, tokenizers, in_capitals);
}

}  // namespace regard::translate
