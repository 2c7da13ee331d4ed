// regard export: a model as another program reads it.
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "options.h"
#include "regard/base/log.h"
#include "regard/interop/ctranslate2.h"
#include "regard/interop/load_model.h"
#include "regard/interop/marian.h"

namespace regard::cli {
namespace {

using interop::WeightType;

enum class Program { marian, ctranslate2 };
constexpr auto names_of(Program) { return std::array{"marian", "ctranslate2"}; }

struct ExportOptions {
  Program to = Program::marian;
  WeightType type = WeightType::float32;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ExportOptions;
    v.field("to", &O::to,
            "marian: a MarianMT checkpoint of Hugging Face's transformers. ctranslate2: a "
            "CTranslate2 directory, together with the tokenizers.");
    v.field("type", &O::type, "Number type of the weights; int8 is for ctranslate2.");
  }
};

void write(const std::string& output, const interop::ForeignModel& model,
           const ExportOptions& options) {
  if (options.to == Program::ctranslate2) {
    return interop::export_ctranslate2(output, model, options.type);
  }
  if (options.type == WeightType::int8) {
    throw Error("--type is int8, but a MarianMT checkpoint must be float32 or float16");
  }
  interop::export_marian(output, model,
                         options.type == WeightType::float16 ? torch::kFloat16 : torch::kFloat32);
}

int export_from(const std::string& input, const std::string& output, const ExportOptions& options) {
  auto loaded = interop::load_model(input, torch::kCPU);
  const interop::ForeignModel model{std::move(loaded.experiment), std::move(loaded.tokenizers),
                                    std::move(loaded.model)};
  write(output, model, options);
  log_info("exported ", input, " into ", output);
  return 0;
}

}  // namespace

std::function<int()> add_export(CLI::App& command) {
  auto input = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  auto options = std::make_shared<ExportOptions>();
  add_required(command, "MODEL", *input, "MODEL", "A directory written by regard train or import.");
  add_required(command, "-o,--output", *output, "DIR", "The directory to write.");
  add_options(command, *options);
  return [=] { return export_from(*input, *output, *options); };
}

}  // namespace regard::cli
