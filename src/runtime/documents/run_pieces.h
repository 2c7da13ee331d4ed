#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"

/// Converts the runs of a paragraph to text with codes, and back.
namespace regard::documents {

/// A piece of a paragraph: text with its run's properties, or a code.
struct RunPiece {
  TextPart part;
  std::string format = {};    ///< <w:rPr>...</w:rPr>
  std::string language = {};  ///< the language that the run declares for the text, if any
};

/// The style in which the runs of a paragraph are written.
struct RunStyle {
  std::string prefix;  ///< namespace prefix: "w:"
  std::string base;    ///< properties of most letters
  bool is_of_sheet;    ///< whether texts are strings of SpreadsheetML
};

/// Whether all words of the pieces are declared to be in `language`.
bool are_all_in(std::string_view language, std::span<const RunPiece> pieces);

/// Turns whole words that are declared to be in `language` into codes, since they stay unchanged.
void leave_language(std::string_view language, std::vector<RunPiece>& pieces,
                    const RunStyle& style);

/// A superscript or subscript without letters becomes a code: "m" with a raised 2 is not the word
/// "m2". Blanks take the properties of the preceding text, unless their own are visible.
void settle_formats(std::vector<RunPiece>& pieces, const RunStyle& style);

/// The properties that apply to most letters.
std::string base_format(std::span<const RunPiece> pieces);

/// The text with its codes, and properties other than `base` as codes; empty if it has no words.
std::vector<TextPart> parts_of_runs(std::span<const RunPiece> pieces, const std::string& base);

/// Writes the parts as runs.
std::string written_runs(std::span<const TextPart> parts, const RunStyle& style);

}  // namespace regard::documents
