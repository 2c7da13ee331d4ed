// regard config: shows a config with all values filled in, or lists all options.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/output.h"
#include "base/regular_file.h"
#include "cli/commands.h"
#include "cli/config_reference.h"
#include "cli/experiment_file.h"
#include "cli/grammar.h"
#include "config/writer.h"
#include "store/model_directory.h"

namespace regard::cli {
namespace {

struct ShowArguments {
  std::string config;
  std::vector<std::string> overrides;
};

/// The config of a run or of a packed model, if one is named.
std::string config_in(const std::string& path) {
  return is_folder(path) ? store::ModelDirectory(path).config_to_read() : path;
}

int show(const ShowArguments& arguments) {
  write_standard_output(
      config::to_yaml(load_experiment_file(config_in(arguments.config), arguments.overrides)));
  return 0;
}

int print_reference() {
  write_standard_output(config_reference());
  return 0;
}

}  // namespace

std::function<int()> add_config(CLI::App& command) {
  auto arguments = std::make_shared<ShowArguments>();
  command.require_subcommand(1);
  auto* show_command =
      command.add_subcommand("show", "check a config and print it with all values filled in");
  set_examples(*show_command, {"regard config show config.yaml",
                               "regard config show config.yaml --set search.beam_size=8"});
  show_command
      ->add_option("CONFIG", arguments->config,
                   "A YAML file, or a model with its config.yaml; docs/config.md lists the keys.")
      ->required()
      ->type_name("CONFIG");
  show_command
      ->add_option("--set", arguments->overrides,
                   "Change a value, e.g. search.beam_size=8; may be given several times.")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  auto* reference_command =
      command.add_subcommand("reference", "print all options as Markdown: docs/config.md");
  set_examples(*reference_command,
               {"regard config reference", "regard config reference > config.md"});
  return [=] { return *reference_command ? print_reference() : show(*arguments); };
}

}  // namespace regard::cli
