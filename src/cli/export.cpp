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

struct ExportOptions {
  std::string to = "marian";
  std::string type = "float32";

  template <class Visitor>
  static void describe(Visitor& v) {
    using config::one_of;
    using O = ExportOptions;
    v.field("to", &O::to, one_of({"marian", "ctranslate2"}),
            "marian: a MarianMT checkpoint of Hugging Face's transformers. ctranslate2: a "
            "CTranslate2 directory, together with the tokenizers.");
    v.field("type", &O::type, one_of({"float32", "float16", "int8"}),
            "Number type of the weights; int8 is for ctranslate2.");
  }
};

void write(const std::string& output, const interop::ForeignModel& model,
           const ExportOptions& options) {
  if (options.to == "ctranslate2") {
    using interop::Ctranslate2Type;
    interop::export_ctranslate2(output, model,
                                options.type == "int8"      ? Ctranslate2Type::int8
                                : options.type == "float16" ? Ctranslate2Type::float16
                                                            : Ctranslate2Type::float32);
    return;
  }
  if (options.type == "int8") {
    throw Error("--type is int8, but a MarianMT checkpoint must be float32 or float16");
  }
  interop::export_marian(output, model,
                         options.type == "float16" ? torch::kFloat16 : torch::kFloat32);
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
  command.add_option("model", *input, "A directory written by regard train or import")
      ->required()
      ->type_name("DIR");
  command.add_option("-o,--output", *output, "The directory to write")
      ->required()
      ->type_name("DIR");
  add_options(command, *options);
  return [=] { return export_from(*input, *output, *options); };
}

}  // namespace regard::cli
