#pragma once
#include <string>
#include <string_view>

namespace regard::bitext {

/// The single codes of a translation memory, such as <ph x="1"/>. A reader leaves a mark with the
/// code's key in the text, and both sides of a pair are then read together. Marks begin and end
/// with noncharacters of Unicode, which texts do not contain.
std::string code_mark(std::string_view key);

/// Replaces the marks of a pair: on both sides, a code that stands for a word of the source
/// becomes the placeholder that documents contain for it (markup/html_segment.h, read_words).
/// All other codes are left out, and so are all codes if the target lacks one that stands for a
/// word.
void with_placeholders(std::string& source, std::string& target);

}  // namespace regard::bitext
