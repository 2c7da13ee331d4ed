#include "markup/html_kept_words.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "markup/html_names.h"
#include "markup/html_scanner.h"
#include "text/word_character.h"

namespace regard::serve {
namespace {

bool is_of_kept_words(char32_t c) {
  return text::is_letter(c) || c == U' ' || c == U'-' || c == U'\'' || c == U'\u2019';
}

}  // namespace

std::string html_kept_words(std::string_view element) {
  constexpr int64_t kMostWords = 4;
  std::string words;
  HtmlScanner scanner(element);
  while (const auto token = scanner.next()) {
    if (token->kind == HtmlToken::Kind::text) words += token->bytes;
    if (is_block_element(token->name)) return {};
  }
  const bool is_spaced = words != trimmed(words);
  if (is_spaced || words.empty() || words_in(words) > kMostWords) return {};
  return std::ranges::all_of(decode_utf8(words), is_of_kept_words) ? words : std::string();
}

}  // namespace regard::serve
