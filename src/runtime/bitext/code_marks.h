#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::bitext {

/// The single codes of a translation memory, such as <ph x="1"/>. A reader leaves a mark with the
/// code's key in the text, and both sides of a pair are then read together. Marks begin and end
/// with noncharacters of Unicode, which texts do not contain.
std::string code_mark(std::string_view key);

/// A pair as a translation memory needs it, without marks.
struct CodedPair {
  std::string source, target;

  bool operator==(const CodedPair&) const = default;
};

/// The readings of a pair with marks. In the first, a code that stands for a word of the source is
/// the placeholder that a document has in its place (markup/html_segment.h, read_words), on both
/// sides; other codes are left out. In the second, all codes are left out. A reading is missing if
/// the sides do not have the same codes in it.
std::vector<CodedPair> readings_of(std::string_view source, std::string_view target);

}  // namespace regard::bitext
