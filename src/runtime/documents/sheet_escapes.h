#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"

namespace regard::documents {

// Strings of SpreadsheetML (ST_Xstring, ECMA-376 part 1, 22.9.2.19) write characters that XML lacks
// or changes as _xHHHH_, a UTF-16 code unit, and "_x0041_" itself as "_x005F_x0041_".

/// The text of a string; escapes that represent no character stay unchanged.
std::string without_sheet_escapes(std::string_view text);

/// The string that represents a text.
std::string with_sheet_escapes(std::string_view text);

/// The parts, with each text replaced by the string that represents it.
std::vector<TextPart> with_sheet_escapes(std::span<const TextPart> parts);

}  // namespace regard::documents
