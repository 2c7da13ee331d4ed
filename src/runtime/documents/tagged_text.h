#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"

namespace regard::documents {

/// The parts of a value in a file for programs (JSON, a catalogue, a table), which may hold HTML:
/// in "Click <b>here</b>.<br>Wait." the tags are codes. A tag is one if HTML has its name and it is
/// whole in itself or has its partner: <name>, "a <b" and the <p> that a text speaks of are text.
/// Beside tags, a line end ends a text as <br> does, unless `lines` are wrapped.
std::vector<TextPart> tagged_parts(std::string_view text,
                                   text::Wrapping lines = text::Wrapping::detected);

/// Parts of XML, of which texts may hold HTML as references: &lt;b&gt;here&lt;/b&gt;.
std::vector<TextPart> with_tags_of_references(std::span<const TextPart> parts);

/// The value that parts say.
std::string tagged_text(std::span<const TextPart> parts);

}  // namespace regard::documents
