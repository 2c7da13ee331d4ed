#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"

namespace regard::documents {

/// Whether a subtitle has lines that stay lines: what several people say, each with a dash, a name
/// before a colon or a voice of WebVTT, and what is heard, in brackets. The end of any other line
/// becomes a blank.
bool join_lines(std::vector<TextPart>& parts);

/// Who speaks, if a subtitle begins with that: "JOHN" of "JOHN: Come in.", or <v John> in WebVTT;
/// else empty.
std::string speaker_of(const std::vector<TextPart>& parts);

/// Whether a text ends with a mark of punctuation that nothing follows, or is empty.
bool ends_sentence(std::string_view text);

}  // namespace regard::documents
