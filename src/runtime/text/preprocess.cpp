#include "text/preprocess.h"

#include "base/utf8.h"
#include "regard/base/error.h"
#include "text/word_character.h"

namespace regard::text {
std::string preprocess(std::string_view line, Preprocess how) {
  if (how == Preprocess::none) return std::string(line);
  if (first_invalid_utf8(line)) throw Error("preprocess: the line is not valid UTF-8");
  std::string result;
  bool after_space = true;  // the start counts as a space: nothing is put before a leading mark
  for (const char32_t code_point : decode_utf8(line)) {
    const bool space = code_point == ' ' || code_point == 0xA0 || code_point == 0x202F;
    const bool mark =
        code_point == ',' || code_point == '.' || code_point == '!' || code_point == '?';
    if (mark && !after_space) result += ' ';
    append_utf8(space ? U' ' : lower(code_point), result);
    after_space = space;
  }
  return result;
}

}  // namespace regard::text
