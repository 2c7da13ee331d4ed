// regard import: another program's model as a model directory.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/log.h"
#include "cli/options.h"
#include "cli_training/commands.h"
#include "interop/foreign_model.h"
#include "interop/load_model.h"

namespace regard::cli {
namespace {

int import_into(const std::string& input, const std::string& output) {
  const auto imported = interop::import_model(input);
  store::ModelMetadata metadata;
  metadata.score = "imported";
  interop::save_model_directory(output, imported.experiment, imported.tokenizers, *imported.model,
                                metadata);
  int64_t parameters = 0;
  for (const auto& weight : imported.model->parameters()) parameters += weight.numel();
  log_info("imported ", input, " into ", output, ": ", parameters, " parameters, vocabularies of ",
           imported.tokenizers.source().size(), " and ", imported.tokenizers.target().size());
  return 0;
}

}  // namespace

std::function<int()> add_import(CLI::App& command) {
  auto input = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  add_required(command, "MODEL", *input, "DIR",
               "A MarianMT checkpoint of Hugging Face's transformers, or a CTranslate2 directory.");
  add_required(command, "-o,--output", *output, "DIR", "The model directory to write.");
  return [=] { return import_into(*input, *output); };
}

}  // namespace regard::cli
