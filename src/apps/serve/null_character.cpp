#include "serve/null_character.h"

#include "base/utf8.h"
#include "regard/base/str.h"
#include "serve/refusal.h"

namespace regard::serve {

void refuse_null_character(std::string_view text, std::string_view what) {
  const size_t null = text.find('\0');
  if (null == std::string_view::npos) return;
  throw Refusal(400, str("Invalid request: ", what, " has a null character (U+0000, character ",
                         column_of(text, null), "); leave it out"));
}

}  // namespace regard::serve
