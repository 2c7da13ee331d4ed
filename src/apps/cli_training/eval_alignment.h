#pragma once
#include <string>

#include "alignment/quality.h"
#include "corpus/training_examples.h"
#include "translate/translation_model.h"

namespace regard::cli {

/// Compares a model's links with a gold alignment. The model is forced to write the given
/// references, whose words are separated by blanks, and links each word with the source word that
/// it attends to most. Throws Error if the file has a different number of lines or the model has no
/// attention.
alignment::Quality alignment_of_model(const translate::TranslationModel& model,
                                      const corpus::TestText& text, config::SearchOptions search,
                                      const std::string& gold_file);

}  // namespace regard::cli
