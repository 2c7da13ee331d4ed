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

/// A translation to look at, with its confidence and flags.
struct ReviewedLine {
  TranslatedLine line;
  translate::Translation translation;
};

/// The texts of files, each with its file and its number in it.
std::vector<TranslatedLine> texts_of(const std::vector<std::string>& files,
                                     const documents::DocumentOptions& options);

/// The lines of an input, numbered.
std::vector<TranslatedLine> texts_of(Blocks& blocks);

/// How good a translation seems: its confidence, halved by each flag. 1 for a line that needs no
/// translation.
double rank_of(const translate::Translation& translation);

/// The worst first; equals in the order of the text. Lines without a translation are left out.
std::vector<ReviewedLine> worst_first(std::vector<ReviewedLine> lines);

/// Translates some texts, the first of which has this number.
using TranslateTexts = std::function<std::vector<translate::Translation>(
    const std::vector<std::string>& texts, int64_t first)>;

/// Translates the texts and writes them, the worst first.
void write_review(const std::vector<TranslatedLine>& texts, const TranslateTexts& translate,
                  Format format, OutputFile& output);

/// Adds Flag::wrong_language if the translation is in another language than this one; an empty one
/// is not known.
void flag_language(const std::string& language, translate::Translation& translation);

/// "FILE:LINE  confidence 0.31  lost_number, repeats", the source and the translation.
std::string as_text(const ReviewedLine& line);

}  // namespace regard::cli
