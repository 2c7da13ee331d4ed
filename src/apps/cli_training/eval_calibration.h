#pragma once
#include <string>

#include "corpus/training_examples.h"
#include "regard/config/search_options.h"
#include "translate/translation_model.h"

namespace regard::cli {

/// Fits the confidence of a model's translations (compare/confidence_fit.h) on the odd lines of a
/// text, stores it in the model (a directory or a packed file), and returns how well it fits the
/// even lines, as a table or as JSON. Throws Error if the text is too short.
std::string calibrated(const translate::TranslationModel& model, const std::string& directory,
                       const corpus::TestText& text, const config::SearchOptions& search,
                       bool json);

}  // namespace regard::cli
