#include "regard/text/glossary.h"

#include <algorithm>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/base/utf8.h"
#include "regard/text/line_reader.h"
#include "regard/text/word_character.h"

namespace regard::text {
namespace {

using Place = std::u32string_view::size_type;

/// Position of `words` in `text` as whole words, from `begin` on; npos if none.
Place find_words(std::u32string_view text, std::u32string_view words, Place begin = 0) {
  if (words.empty()) return std::u32string_view::npos;
  for (Place at = text.find(words, begin); at != std::u32string_view::npos;
       at = text.find(words, at + 1)) {
    const Place end = at + words.size();
    const bool begins = at == 0 || !is_of_word(text[at - 1]) || !is_of_word(words.front());
    const bool ends = end == text.size() || !is_of_word(text[end]) || !is_of_word(words.back());
    if (begins && ends) return at;
  }
  return std::u32string_view::npos;
}

}  // namespace

Glossary Glossary::load(const std::string& path) {
  LineReader reader(path);
  std::vector<Term> terms;
  for (std::string line; reader.next(line);) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    const size_t tab = line.find('\t');
    const bool is_pair = tab != std::string::npos && tab > 0 && tab + 1 < line.size() &&
                         line.find('\t', tab + 1) == std::string::npos;
    if (!is_pair) {
      throw Error("is not a term and its translation with a tab between them", reader.where(),
                  "write source<TAB>target");
    }
    terms.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return Glossary(std::move(terms));
}

std::vector<Glossary::Term> Glossary::in(std::string_view line) const {
  struct Found {
    Place begin, end;
    const Term* term;
  };
  const auto text = lower(decode_utf8(line));
  std::vector<Found> all;
  for (const auto& term : terms_) {
    const auto words = lower(decode_utf8(term.source));
    const Place at = find_words(text, words);
    if (at != std::u32string_view::npos) all.push_back({at, at + words.size(), &term});
  }
  std::ranges::stable_sort(all, [](const Found& a, const Found& b) {
    return a.end - a.begin > b.end - b.begin;  // the longest first
  });
  std::vector<Found> kept;
  for (const auto& found : all) {
    const auto overlaps = [&](const Found& other) {
      return found.begin < other.end && other.begin < found.end;
    };
    if (std::ranges::none_of(kept, overlaps)) kept.push_back(found);
  }
  std::ranges::sort(kept, {}, &Found::begin);
  std::vector<Term> terms;
  for (const auto& found : kept) terms.push_back(*found.term);
  return terms;
}

bool has_words(std::string_view text, std::string_view words) {
  return find_words(decode_utf8(text), decode_utf8(words)) != std::u32string_view::npos;
}

}  // namespace regard::text
