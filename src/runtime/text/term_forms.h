#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// The forms of a term as a glossary writes them, between blanks and bars: "mouse | mice".
std::vector<std::string> forms_of_term(std::string_view text);

/// A form without the asterisks behind its words, and with the regular plurals of these.
struct MarkedForm {
  std::string singular = {}, plural = {};
  bool has_marks = false;
};
MarkedForm without_marks(std::string_view text, std::string_view language);

}  // namespace regard::text
