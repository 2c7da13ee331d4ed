// regard export: a model as another program reads it.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "argos_package.h"
#include "commands.h"
#include "options.h"
#include "regard/base/atomic_file.h"
#include "regard/base/log.h"
#include "regard/interop/ctranslate2.h"
#include "regard/interop/load_model.h"
#include "regard/interop/marian.h"

namespace regard::cli {
namespace {

using interop::WeightType;

enum class Program { huggingface, ctranslate2, argos };
constexpr auto names_of(Program) { return std::array{"huggingface", "ctranslate2", "argos"}; }

struct ExportOptions {
  Program to = Program::huggingface;
  WeightType type = WeightType::float32;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ExportOptions;
    v.field("to", &O::to,
            "huggingface: a MarianMT checkpoint of Hugging Face's transformers, with a model card. "
            "ctranslate2: a CTranslate2 directory, together with the tokenizers. argos: a package "
            "of Argos Translate (.argosmodel), which LibreTranslate serves.");
    v.field("type", &O::type, "Number type of the weights; int8 is for ctranslate2 and argos.");
  }
};

void write_huggingface(const std::string& output, const interop::ForeignModel& model,
                       WeightType type, const ModelCard& card) {
  if (type == WeightType::int8) {
    throw Error("--type is int8, but a MarianMT checkpoint must be float32 or float16");
  }
  interop::export_marian(output, model,
                         type == WeightType::float16 ? torch::kFloat16 : torch::kFloat32);
  const auto use =
      str("from transformers import pipeline\n\ntranslate = pipeline(\"translation\", "
          "model=\"",
          std::filesystem::path(output).lexically_normal().filename().string(),
          "\")\nprint(translate(\"Hello.\")[0][\"translation_text\"])");
  write_file_atomically(std::filesystem::path(output) / "README.md",
                        report::model_card(card.facts, card.options, "transformers", use));
}

void write(const std::string& output, const interop::ForeignModel& model,
           const ExportOptions& options, const ModelCard& card) {
  switch (options.to) {
    case Program::huggingface:
      return write_huggingface(output, model, options.type, card);
    case Program::ctranslate2:
      return interop::export_ctranslate2(output, model, options.type);
    case Program::argos:
      return write_argos_package(output, model, options.type, card);
  }
}

int export_from(const std::string& input, const std::string& output, const ExportOptions& options,
                const report::CardOptions& card) {
  auto loaded = interop::load_model(input, torch::kCPU);
  const interop::ForeignModel model{std::move(loaded.experiment), std::move(loaded.tokenizers),
                                    std::move(loaded.model)};
  write(output, model, options, {.facts = report::facts_of_model(input), .options = card});
  log_info("exported ", input, " into ", output);
  return 0;
}

}  // namespace

std::function<int()> add_export(CLI::App& command) {
  auto input = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  auto options = std::make_shared<ExportOptions>();
  auto card = std::make_shared<report::CardOptions>();
  add_required(command, "MODEL", *input, "MODEL", "A directory written by regard train or import.");
  add_required(command, "-o,--output", *output, "DIR",
               "The directory to write; for argos, the file.");
  add_options(command, *options);
  add_options(command, *card);
  return [=] { return export_from(*input, *output, *options, *card); };
}

}  // namespace regard::cli
