#pragma once
#include <string>
#include <string_view>

namespace regard::book {

/// A formula in the part of TeX that docs/book.md uses, as MathML Core, within <math>. Throws Error
/// for a command that it does not know, or for a group that does not end.
std::string mathml_of_tex(std::string_view tex);

}  // namespace regard::book
