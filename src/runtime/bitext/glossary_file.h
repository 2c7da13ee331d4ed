#pragma once
#include <string>

#include "regard/text/glossary.h"
#include "regard/text/translation_memory.h"

namespace regard::bitext {

/// Reads a glossary: lines of source<TAB>target (Glossary::load); of a name that ends with .csv,
/// rows of source and target, with or without a heading and two more columns of languages; with
/// .tbx, the terms of two languages of a TBX file (ISO 30042), of which each synonym of the source
/// is translated as the target's preferred term. Tells of terms that overlap. Throws Error, naming
/// the line, for whatever is none of these.
text::Glossary load_glossary(const std::string& path, const text::GlossaryLanguages& languages);

/// Reads a translation memory from a file of pairs (bitext/pair_reader.h): TMX, XLIFF, PO, TSV and
/// others. Drafts, and entries without one of the languages, are left out and counted in a message.
/// Throws Error for a file that cannot be read and one without an entry.
text::TranslationMemory load_memory(const std::string& path,
                                    const text::GlossaryLanguages& languages);

}  // namespace regard::bitext
