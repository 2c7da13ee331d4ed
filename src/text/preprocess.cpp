#include "regard/text/preprocess.h"

#include <utf8proc.h>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::text {
namespace {

void append_code_point(std::string& text, utf8proc_int32_t code_point) {
  utf8proc_uint8_t bytes[4];
  const auto count = utf8proc_encode_char(code_point, bytes);
  text.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(count));
}

}  // namespace

Preprocess preprocess_named(std::string_view name) {
  if (name == "none") return Preprocess::none;
  if (name == "d2l") return Preprocess::d2l;
  throw Error(str("is ", name, ", but must be one of none, d2l"), "data.preprocess");
}

std::string preprocess(std::string_view line, Preprocess how) {
  if (how == Preprocess::none) return std::string(line);
  std::string result;
  const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(line.data());
  auto left = static_cast<utf8proc_ssize_t>(line.size());
  bool after_space = true;  // the beginning counts as one: nothing is put before a leading mark
  while (left > 0) {
    utf8proc_int32_t code_point = 0;
    const auto count = utf8proc_iterate(at, left, &code_point);
    if (count <= 0) {
      throw Error("preprocess: the line is not valid UTF-8");
    }
    at += count;
    left -= count;
    if (code_point == 0xA0 || code_point == 0x202F) code_point = ' ';
    code_point = utf8proc_tolower(code_point);
    const bool mark =
        code_point == ',' || code_point == '.' || code_point == '!' || code_point == '?';
    if (mark && !after_space) result += ' ';
    append_code_point(result, code_point);
    after_space = code_point == ' ';
  }
  return result;
}

}  // namespace regard::text
