#pragma once
#include <string>
#include <string_view>

/// The properties of a run of Word, PowerPoint or Excel: <w:rPr>...</w:rPr>.
namespace regard::documents {

/// The properties without what says that the spelling was checked, and in which language.
std::string properties_of(std::string properties);

/// Whether they raise or lower a text.
bool is_raised(std::string_view properties);

/// Whether they are seen where there is no letter.
bool shows_blanks(std::string_view properties);

}  // namespace regard::documents
