#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "regard/text/glossary.h"

namespace regard::serve {

/// The language pair of a glossary.
struct Direction {
  std::string source, target;
};

/// Entries of a glossary as DeepL's clients send them: "tsv", lines of a term, a tab and its
/// translation; or "csv" as in RFC 4180, with two more columns of languages, or without. Throws
/// Refusal (400), naming the line, for whatever is neither, and for other languages.
std::vector<text::Glossary::Term> read_entries(std::string_view entries, std::string_view format,
                                               const Direction& direction);

/// The same entries as "tsv".
std::string written_entries(const text::Glossary& glossary);

}  // namespace regard::serve
