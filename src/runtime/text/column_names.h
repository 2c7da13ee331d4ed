#pragma once
#include <string_view>

namespace regard::text {

/// Whether two fields of a first line name the columns of a table of texts and their translations:
/// "source" and "target", "term" and "translation", or two different languages. "French" and
/// "français" do not: they are a word and its translation.
bool name_columns(std::string_view source, std::string_view target);

}  // namespace regard::text
