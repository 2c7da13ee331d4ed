#include <utf8proc.h>

#include <span>

#include "base/utf8.h"
#include "regard/text/glossary.h"
#include "text/characters.h"

namespace regard::text {
namespace {

/// More than the 18 characters of Unicode's longest decomposition.
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

std::u32string_view without_spaces(std::u32string_view text) {
  if (text.starts_with(U' ')) text.remove_prefix(1);
  if (text.ends_with(U' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

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
