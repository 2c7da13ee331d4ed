#pragma once
#include <string>
#include <string_view>

namespace regard::book {

/// Converts a formula in the subset of TeX that docs/book.md uses to MathML Core, within <math>.
/// Throws Error for an unknown command, or a group without an end.
std::string mathml_of_tex(std::string_view tex);

}  // namespace regard::book
