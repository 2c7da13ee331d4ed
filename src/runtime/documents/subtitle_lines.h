#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"

namespace regard::documents {

/// Joins the lines of a subtitle, except turns of several speakers (each with a dash, a name before
/// a colon or a WebVTT voice) and sounds in brackets. Returns whether any lines stay separate.
bool join_lines(std::vector<TextPart>& parts);

/// The speaker that a subtitle begins with: "JOHN" in "JOHN: Come in.", or <v John> in WebVTT;
/// otherwise empty.
std::string speaker_of(const std::vector<TextPart>& parts);

/// Whether a text is empty or ends with punctuation that closes a sentence.
bool ends_sentence(std::string_view text);

}  // namespace regard::documents
