#pragma once
#include "base/terminal.h"
#include "cli/translate_options.h"
#include "documents/document.h"

namespace regard::cli {

/// Translates the input, or each text, as a page in the markup of the format. Throws Error for a
/// page that is not in that format.
void translate_markup(const TranslateOptions& options, const documents::DocumentOptions& of_pages,
                      const documents::TranslateUnits& translate, OutputFile& output);

}  // namespace regard::cli
