#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// Splits a glossary entry's forms, which are separated by bars: "mouse | mice".
std::vector<std::string> forms_of_term(std::string_view text);

/// A form without the asterisks that follow its words, and with the plurals of these words.
struct MarkedForm {
  std::string singular = {}, plural = {};
  bool has_marks = false;
};
MarkedForm without_marks(std::string_view text, std::string_view language);

}  // namespace regard::text
