#pragma once
#include <string>

#include "interop/ctranslate2.h"
#include "runs/model_facts.h"

namespace regard::cli {

/// What a model's card is made of.
struct ModelCard {
  report::ModelFacts facts;
  report::CardOptions options;
};

/// Writes a package of Argos Translate, which LibreTranslate serves: a zip archive of a folder with
/// metadata.json, the CTranslate2 directory model/, sentencepiece.model and README.md. The same
/// model makes the same bytes. Throws Error if CTranslate2 lacks a part of the model.
void write_argos_package(const std::string& path, const interop::ForeignModel& model,
                         interop::WeightType type, const ModelCard& card);

}  // namespace regard::cli
