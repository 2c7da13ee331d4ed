#pragma once
#include <functional>
#include <string>
#include <vector>

#include "corpus/training_examples.h"
#include "regard/config/search_options.h"
#include "regard/translate/translator_options.h"
#include "translate/translation_model.h"

namespace regard::cli {

/// Opens a model or an ensemble.
translate::TranslationModel open_together(const std::vector<std::string>& models,
                                          translate::TranslatorOptions computing);

/// A model or an ensemble to measure, and how it searches.
struct MeasuredModel {
  std::string name;
  std::vector<std::string> models;
  config::SearchOptions search;
  translate::TranslatorOptions computing;
};

/// A table of the BLEU, size and speed of each model on a text. Models are opened one by one; a
/// model that does not know the text's tag translates without it. `before_step` is called before
/// each step; it may throw to end the work.
std::string table_of_models(const std::vector<MeasuredModel>& models, const corpus::TestText& text,
                            const std::function<void()>& before_step);

}  // namespace regard::cli
