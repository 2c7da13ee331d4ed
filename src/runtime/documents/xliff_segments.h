#pragma once
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "documents/field_document.h"

namespace regard::documents {

/// Whether the content of an XLIFF 1.2 <seg-source> has segments: <mrk mtype="seg">.
bool has_segments(std::string_view content);

/// Tags of segments end the texts before them and stay around their translations.
void end_texts_at_segments(std::vector<TextPart>& parts);

/// The empty segments of a target, to be filled with translations of the source segments with the
/// same ids. Both places are in the file.
std::vector<Field> fields_of_empty_segments(std::string_view file, Place source, Place target);

}  // namespace regard::documents
