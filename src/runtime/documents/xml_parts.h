#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "markup/xml_scanner.h"
#include "regard/base/error.h"

namespace regard::documents {

/// The content of an XML element: text, and tags as codes. An element named in `codes` is one code,
/// including its content (<ph>, <it>), or one half of a pair (<bpt> and <ept>, <bx/> and <ex/>,
/// <sc/> and <ec/>, <sm/> and <em/>, Angular's <x id="START_LINK"/> and <x id="CLOSE_LINK"/>).
/// <mrk mtype="protected"> is also one code. Namespace prefixes are ignored. Throws
/// MalformedXml.
std::vector<TextPart> xml_parts(std::string_view content, std::span<const std::string_view> codes);

/// Decodes character references; unknown references stay unchanged.
std::string without_references(std::string_view text);

/// Text with & < > as references, and codes unchanged.
std::string written_xml(std::span<const TextPart> parts);

/// The name without its prefix: "g" of "xliff:g".
std::string_view local_name(std::string_view name);

/// All tokens of a file. Throws Error naming the file if it is not well-formed.
std::vector<serve::XmlToken> xml_tokens(std::string_view xml, const std::string& name,
                                        serve::Entities entities = serve::Entities::declared);

/// The error for a file that is not well-formed.
Error malformed(const serve::MalformedXml& error, const std::string& name);

}  // namespace regard::documents
