// regard config: shows a config with all values filled in, or lists all options.
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "config_reference.h"
#include "regard/base/output.h"
#include "regard/config/experiment.h"
#include "regard/config/writer.h"
#include "regard/model/registry.h"

namespace regard::cli {
namespace {

struct ShowArguments {
  std::string config;
  std::vector<std::string> overrides;
};

int show(const ShowArguments& arguments) {
  auto experiment = config::load_experiment(arguments.config, arguments.overrides);
  experiment.model = model::find_row(experiment.task, experiment.model).complete(experiment.model);
  write_standard_output(config::to_yaml(experiment));
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
      command.add_subcommand("show", "Check a config and print it with all values filled in.");
  show_command->footer(
      "regard config show config.yaml\nregard config show config.yaml --set search.beam_size=8");
  show_command
      ->add_option("config", arguments->config, "A YAML file; docs/config.md lists its keys.")
      ->required();
  show_command
      ->add_option(
          "--set", arguments->overrides,
          "KEY=VALUE: change a value, e.g. search.beam_size=8; may be given several times.")
      ->allow_extra_args(false);
  auto* reference_command =
      command.add_subcommand("reference", "Print all options as Markdown: docs/config.md.");
  reference_command->footer("regard config reference\nregard config reference > config.md");
  return [=] { return *reference_command ? print_reference() : show(*arguments); };
}

}  // namespace regard::cli
