#pragma once
#include <string>

#include "alignment/quality.h"
#include "corpus/training_examples.h"
#include "translate/translation_model.h"

namespace regard::cli {

/// A model's links against those of a gold alignment. The model writes the given references, whose
/// words blanks separate, and links each with the source word that it attends to most. Throws Error
/// if the file has another number of lines, and if the model has no attention.
alignment::Quality alignment_of_model(const translate::TranslationModel& model,
                                      const corpus::TestText& text, config::SearchOptions search,
                                      const std::string& gold_file);

}  // namespace regard::cli
