#pragma once
#include <string>
#include <string_view>

namespace regard::documents {

/// The text of a PDF as pdftotext writes it, with each paragraph on a line of its own and a blank
/// line between two. Lines of a paragraph are joined, also over the end of a page, and words that
/// hyphens at ends of lines divide are whole.
std::string paragraphs_of_pdf(std::string_view text);

/// Whether the program that reads PDF documents is in a folder of PATH.
bool has_pdf_reader();

}  // namespace regard::documents
