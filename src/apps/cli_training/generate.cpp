// regard generate: continues a text with a language model.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/terminal.h"
#include "cli/options.h"
#include "cli_training/commands.h"
#include "regard/config/generation_options.h"
#include "regard/translate/text_generator.h"
#include "regard/translate/translator_options.h"

namespace regard::cli {
namespace {

struct GenerateOptions {
  std::string model;
  std::string prefix;
  translate::TranslatorOptions computing = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = GenerateOptions;
    v.field("model", &O::model, config::required("MODEL"),
            "The language model: a directory written by regard train.");
    v.field("prefix", &O::prefix, "The text to continue; an empty text starts a new line.");
  }
};

int generate(const GenerateOptions& options, const config::GenerationOptions& generation) {
  translate::TextGenerator generator(
      options.model, {.device = options.computing.device, .threads = options.computing.threads});
  std::string lines;
  for (const auto& text : generator.generate(options.prefix, generation)) lines += text + '\n';
  write_standard_output(lines);
  return 0;
}

}  // namespace

std::function<int()> add_generate(CLI::App& command) {
  auto options = std::make_shared<GenerateOptions>();
  auto generation = std::make_shared<config::GenerationOptions>();
  add_options(command, *options);
  add_options(command, options->computing, {"device", "threads"});
  add_options(command, *generation);
  return [=] { return generate(*options, *generation); };
}

}  // namespace regard::cli
