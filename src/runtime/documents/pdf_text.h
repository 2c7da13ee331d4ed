#pragma once
#include <string>
#include <string_view>

namespace regard::documents {

/// Converts pdftotext's output to one paragraph per line, with a blank line between paragraphs.
/// Lines of a paragraph are joined, also across pages, and words hyphenated at line ends are
/// restored.
std::string paragraphs_of_pdf(std::string_view text);

/// Whether pdftotext is in a folder of PATH.
bool has_pdf_reader();

}  // namespace regard::documents
