#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"

namespace regard::documents {

/// Splits a value of a machine-readable file (JSON, a catalog, a table) that may contain HTML: in
/// "Click <b>here</b>.<br>Wait." the tags are codes. A tag counts if HTML defines its name and the
/// tag is complete, with its partner if it needs one: <name>, "a <b" and a <p> that a text mentions
/// are text. A control character such as \f ends a text. In a value with codes, so does a line end,
/// like <br>, unless `lines` are wrapped.
std::vector<TextPart> tagged_parts(std::string_view text,
                                   text::Wrapping lines = text::Wrapping::kept);

/// Splits parts of XML whose texts may contain HTML written with references:
/// &lt;b&gt;here&lt;/b&gt;.
std::vector<TextPart> with_tags_of_references(std::span<const TextPart> parts);

/// The value that the parts represent.
std::string tagged_text(std::span<const TextPart> parts);

}  // namespace regard::documents
