#include "base/shell_word.h"

#include <algorithm>

#include "base/ascii.h"

namespace regard {
namespace {

bool is_plain(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) ||
         std::string_view("/._-+=:,@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && text.front() != '-' && std::ranges::all_of(text, is_plain)) {
    return std::string(text);
  }
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace regard
