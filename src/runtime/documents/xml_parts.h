#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "markup/xml_scanner.h"
#include "regard/base/error.h"

namespace regard::documents {

/// The content of an XML element: text, and tags as codes. Elements with the names `codes` are one
/// code with all that is in them (<ph>, <it>), or, if they come in twos (<bpt> and <ept>, <bx/> and
/// <ex/>, <sc/> and <ec/>), half of a pair. So is <mrk mtype="protected">.
/// A prefix of a name does not count. Throws MalformedXml.
std::vector<TextPart> xml_parts(std::string_view content, std::span<const std::string_view> codes);

/// A text with its character references as characters; unknown ones stay.
std::string without_references(std::string_view text);

/// Text with & < > as references, and codes as they are.
std::string written_xml(std::span<const TextPart> parts);

/// "g" of "xliff:g".
std::string_view local_name(std::string_view name);

/// All tokens of a file. Throws Error, naming the file, for one that is not well-formed.
std::vector<serve::XmlToken> xml_tokens(std::string_view xml, const std::string& name,
                                        serve::Entities entities = serve::Entities::declared);

/// What to say of a file that is not well-formed.
Error malformed(const serve::MalformedXml& error, const std::string& name);

}  // namespace regard::documents
