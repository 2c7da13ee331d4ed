#pragma once
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "documents/field_document.h"

namespace regard::documents {

/// Whether the content of a <seg-source> of XLIFF 1.2 has segments: <mrk mtype="seg">.
bool has_segments(std::string_view content);

/// The tags of segments end the texts before them, and stay around their translations.
void end_texts_at_segments(std::vector<TextPart>& parts);

/// The segments of a target that are empty, to be filled with the translations of those with the
/// same number in the source. Both are places in the file.
std::vector<Field> fields_of_empty_segments(std::string_view file, Place source, Place target);

}  // namespace regard::documents
