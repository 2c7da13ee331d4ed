#pragma once
#include <string>
#include <string_view>

namespace regard::book {

/// A text as HTML, with the indices of its symbols as subscripts and their exponents as
/// superscripts: "W_hh", "h_{j−1}", "length^α". Names of several letters keep their underscores.
std::string html_of_text(std::string_view text);

/// A Markdown sentence as HTML: code, formulas, emphasis and links to the files of the project.
std::string html_of_markdown(std::string_view markdown);

/// Capitalizes a text that begins with a lowercase word; "a · b" stays unchanged.
std::string capitalized(std::string_view text);

}  // namespace regard::book
