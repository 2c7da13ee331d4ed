#pragma once
#include <string>

#include "regard/text/glossary.h"
#include "regard/text/translation_memory.h"

namespace regard::bitext {

/// Reads a glossary: lines of source<TAB>target (Glossary::load); .csv, rows of source and target
/// with optional headings and two more columns for their languages; .tbx, the terms of two
/// languages in a TBX file (ISO 30042), where each synonym in the source language is translated as
/// the preferred term in the target language. Reports overlapping terms. Throws Error naming the
/// line for any other content.
text::Glossary load_glossary(const std::string& path, const text::GlossaryLanguages& languages);

/// Reads a translation memory from a file of pairs (bitext/pair_reader.h): TMX, XLIFF, PO, TSV and
/// others. Drafts and entries without one of the languages are skipped and counted in a message.
/// Throws Error for an unreadable file and for a file without entries.
text::TranslationMemory load_memory(const std::string& path,
                                    const text::GlossaryLanguages& languages);

}  // namespace regard::bitext
