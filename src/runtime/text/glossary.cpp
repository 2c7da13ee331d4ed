#include <utf8proc.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/text/glossary.h"
#include "text/characters.h"
#include "text/line_reader.h"

namespace regard::text {
namespace {

/// The longest decomposition in Unicode has 18 characters.
constexpr size_t kLongestDecomposition = 32;

bool is_space(char32_t character) {
  return character == ' ' || (character >= '\t' && character <= '\r');
}

}  // namespace

FoldedText::FoldedText(std::string_view text, Case letters) {
  constexpr int kForm = UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_IGNORE | UTF8PROC_LUMP;
  const auto form =
      static_cast<utf8proc_option_t>(letters == Case::ignored ? kForm | UTF8PROC_CASEFOLD : kForm);
  for (size_t byte = 0; byte < text.size();) {
    const auto point = first_code_point(text.substr(byte));
    const auto value = static_cast<utf8proc_int32_t>(point.length == 0 ? 0xFFFD : point.value);
    utf8proc_int32_t parts[kLongestDecomposition];
    const auto count = utf8proc_decompose_char(
        value, parts, static_cast<utf8proc_ssize_t>(kLongestDecomposition), form, nullptr);
    for (const auto part : std::span(parts).first(static_cast<size_t>(count < 0 ? 0 : count))) {
      const bool space = is_space(static_cast<char32_t>(part));
      if (space && !characters.empty() && characters.back() == ' ') continue;
      characters += space ? U' ' : static_cast<char32_t>(part);
      bytes.push_back(byte);
    }
    byte += point.length == 0 ? 1 : point.length;
  }
  bytes.push_back(text.size());
}

bool FoldedText::are_words(size_t begin, size_t end) const {
  const auto continues = [&](size_t at) {
    return at > 0 && at < characters.size() && is_of_word(characters[at - 1]) &&
           is_of_word(characters[at]);
  };
  return !continues(begin) && !continues(end);
}

namespace {

constexpr size_t kNone = static_cast<size_t>(-1);

std::u32string_view without_spaces(std::u32string_view text) {
  if (text.starts_with(U' ')) text.remove_prefix(1);
  if (text.ends_with(U' ')) text.remove_suffix(1);
  return text;
}

/// The form under which a term is found.
std::u32string form_of(std::string_view source) {
  const FoldedText folded(source, FoldedText::Case::ignored);
  return std::u32string(without_spaces(folded.characters));
}

/// The words of a placeholder, a URL or a file name are not those of a language. A term that is the
/// whole item stays.
void erase_within_items(std::vector<Glossary::Match>& matches, std::string_view line) {
  const auto items = copied_items(line);
  std::erase_if(matches, [&](const Glossary::Match& match) {
    const auto item = std::ranges::upper_bound(items, match.begin, {}, &CopiedItem::end);
    return item != items.end() && item->begin < match.end &&
           (item->begin < match.begin || item->end > match.end);
  });
}

}  // namespace

Glossary::Glossary(std::vector<Term> terms) : terms_(std::move(terms)) {
  std::map<std::u32string, std::vector<size_t>> by_form;
  for (size_t number = 0; number < terms_.size(); ++number) {
    auto& [source, target] = terms_[number];
    source = trimmed(source);
    target = trimmed(target);
    auto form = form_of(source);
    if (form.empty() || form_of(target).empty()) {
      throw Error(str("term ", number + 1, " of the glossary, '", source, "' as '", target,
                      "', is not a term and its translation"),
                  {}, "write both");
    }
    if (const size_t bytes = std::max(source.size(), target.size()); bytes > kMostBytes) {
      throw Error(str("term ", number + 1, " of the glossary, '", source.substr(0, 40), "', has ",
                      bytes, " bytes, but at most ", kMostBytes, " are allowed"),
                  {}, "write a term and its translation, not a text");
    }
    by_form[std::move(form)].push_back(number);
  }
  std::vector<size_t> begun;  // forms, each the beginning of the next
  for (auto& [characters, numbers] : by_form) {
    const auto source = [&](size_t number) -> const std::string& { return terms_[number].source; };
    const size_t first = numbers.front();
    std::ranges::stable_sort(numbers, {}, source);
    const auto twice = std::ranges::adjacent_find(numbers, {}, source);
    if (twice != numbers.end()) {
      throw Error(str("the glossary has the term '", source(*twice), "' twice: as '",
                      terms_[*twice].target, "' and as '", terms_[*(twice + 1)].target, "'"),
                  {}, "keep one of them");
    }
    while (!begun.empty() && !characters.starts_with(forms_[begun.back()].characters)) {
      begun.pop_back();
    }
    forms_.push_back({characters, first, std::move(numbers), begun.empty() ? kNone : begun.back()});
    begun.push_back(forms_.size() - 1);
  }
}

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
  try {
    return Glossary(std::move(terms));
  } catch (const Error& error) {
    throw Error(error.problem(), path, error.remedy());
  }
}

/// The number of the longest form that `text` begins with; kNone.
size_t Glossary::longest_at(std::u32string_view text) const {
  const auto after = std::ranges::upper_bound(
      forms_, text, {}, [](const Form& form) -> std::u32string_view { return form.characters; });
  if (after == forms_.begin()) return kNone;
  // Forms that `text` begins with are beginnings of the last form before it.
  auto form = static_cast<size_t>(after - forms_.begin()) - 1;
  const auto& last = forms_[form].characters;
  const auto common = static_cast<size_t>(std::ranges::mismatch(last, text).in1 - last.begin());
  while (form != kNone && forms_[form].characters.size() > common) form = forms_[form].shorter;
  return form;
}

const Glossary::Term& Glossary::in_case(const Form& form, std::string_view written) const {
  const auto source = [&](size_t number) -> std::string_view { return terms_[number].source; };
  const auto same = std::ranges::lower_bound(form.terms, written, {}, source);
  const bool is_same = same != form.terms.end() && source(*same) == written;
  return terms_[is_same ? *same : form.first];
}

std::vector<Glossary::Match> Glossary::in(std::string_view line) const {
  if (forms_.empty()) return {};
  const FoldedText text(line, FoldedText::Case::ignored);
  const auto characters = std::u32string_view(text.characters);
  std::vector<Match> matches;
  for (size_t at = 0; at < characters.size(); ++at) {
    if (!text.are_words(at, at)) continue;
    size_t form = longest_at(characters.substr(at));
    const auto end = [&] { return at + forms_[form].characters.size(); };
    while (form != kNone && !text.are_words(at, end())) form = forms_[form].shorter;
    if (form == kNone) continue;
    const size_t begin_byte = text.bytes[at], end_byte = text.bytes[end()];
    const auto& term = in_case(forms_[form], line.substr(begin_byte, end_byte - begin_byte));
    matches.push_back({begin_byte, end_byte, &term});
    at = end() - 1;
  }
  if (!matches.empty()) erase_within_items(matches, line);
  return matches;
}

bool has_words(std::string_view text, std::string_view words) {
  return has_words(FoldedText(text, FoldedText::Case::kept), words);
}

bool has_words(const FoldedText& text, std::string_view words) {
  const FoldedText folded(words, FoldedText::Case::kept);
  const auto wanted = without_spaces(folded.characters);
  if (wanted.empty()) return false;
  for (size_t at = text.characters.find(wanted); at != std::u32string::npos;
       at = text.characters.find(wanted, at + 1)) {
    if (text.are_words(at, at + wanted.size())) return true;
  }
  return false;
}

}  // namespace regard::text
