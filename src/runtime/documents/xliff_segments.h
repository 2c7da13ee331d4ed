#pragma once
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "documents/field_document.h"

namespace regard::documents {

/// Whether the content of an XLIFF 1.2 <seg-source> has segments: <mrk mtype="seg">.
bool has_segments(std::string_view content);

/// Makes the tags of segments end the texts before them and stay around their translations.
void end_texts_at_segments(std::vector<TextPart>& parts);

/// The segments of the source that are missing or empty in the target, to be translated into it.
/// Segments correspond by their ids. Empty if the target is not divided into segments. Both places
/// are byte ranges of the file.
std::vector<Field> fields_of_open_segments(std::string_view file, Place source, Place target);

}  // namespace regard::documents
