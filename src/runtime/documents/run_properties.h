#pragma once
#include <string>
#include <string_view>

/// The properties of a run in Word, PowerPoint or Excel: <w:rPr>...</w:rPr>.
namespace regard::documents {

/// The properties without spelling status and proofing language.
std::string properties_of(std::string properties);

/// The proofing language of a run in Word, as a tag; empty if it has none.
std::string language_of_run(std::string_view properties);

/// Whether the properties make a text superscript or subscript.
bool is_raised(std::string_view properties);

/// Whether the properties are visible on blanks.
bool shows_blanks(std::string_view properties);

}  // namespace regard::documents
