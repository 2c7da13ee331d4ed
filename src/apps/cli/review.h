#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/terminal.h"
#include "cli/translation_text.h"
#include "documents/document_options.h"
#include "regard/translate/translation.h"

namespace regard::cli {

/// A translation to review, with its confidence and flags.
struct ReviewedLine {
  TranslatedLine line;
  translate::Translation translation;
};

/// The texts of files, each with its file and its number in that file.
std::vector<TranslatedLine> texts_of(const std::vector<std::string>& files,
                                     const documents::DocumentOptions& options);

/// The numbered lines of an input.
std::vector<TranslatedLine> texts_of(Blocks& blocks);

/// Estimated quality of a translation: its confidence, halved by each flag. 1 for a line that needs
/// no translation.
double rank_of(const translate::Translation& translation);

/// The lines sorted, worst first, with ties in text order and without untranslated lines.
std::vector<ReviewedLine> worst_first(std::vector<ReviewedLine> lines);

/// Translates some texts; `first` is the number of the first one.
using TranslateTexts = std::function<std::vector<translate::Translation>(
    const std::vector<std::string>& texts, int64_t first)>;

/// Translates the texts and writes their translations, worst first.
void write_review(const std::vector<TranslatedLine>& texts, const TranslateTexts& translate,
                  Format format, OutputFile& output);

/// Adds Flag::wrong_language if the translation is in a language other than this one; empty:
/// unknown.
void flag_language(const std::string& language, translate::Translation& translation);

/// A line such as "FILE:LINE confidence 0.31 lost_number, repeats", the source, the translation.
std::string as_text(const ReviewedLine& line);

}  // namespace regard::cli
