#include "cli/commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>

#include "architecture/registry.h"
#include "base/files.h"
#include "base/terminal.h"
#include "cli/grammar.h"
#include "config/experiment.h"
#include "config/reader.h"
#include "config/writer.h"
#include "config/yaml_reader.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"

namespace regard::cli {
namespace {

/// The values that an option accepts, as the reference lists them: "one of a, b", "true or false".
std::vector<std::string> words_of(const config::OptionRow& row) {
  if (row.type == "true or false") return {"true", "false"};
  constexpr std::string_view kOneOf = "one of ";
  std::vector<std::string> words;
  if (row.allowed.starts_with(kOneOf)) {
    std::istringstream names(row.allowed.substr(kOneOf.size()));
    for (std::string name; std::getline(names >> std::ws, name, ',');) words.push_back(name);
  } else if (row.type.ends_with(" or auto")) {
    words.emplace_back("auto");
  }
  return words;
}

template <class Options>
void add_keys(const std::string& section, std::vector<ConfigKey>& keys) {
  const auto rows = config::reference_rows<Options>();
  size_t at = 0;
  config::for_each_field<Options>([&](const auto& field) {
    using Value = std::decay_t<decltype(Options().*field.member)>;
    const auto key = config::joined_key(section, field.name);
    const auto& row = rows.at(at++);
    if constexpr (config::Described<Value>) {
      add_keys<Value>(key, keys);
    } else if constexpr (requires(Value value) { config::format_value(value); }) {
      keys.push_back({key, words_of(row)});
    }
  });
}

}  // namespace

std::vector<ConfigKey> config_keys() {
  std::vector<ConfigKey> keys;
  add_keys<config::Experiment>("", keys);
  std::vector<std::string> types;
  const auto add = [&](const model::Architecture& row) {
    types.push_back(row.name);
    for (const auto& option : row.options()) {
      const auto key = config::joined_key("model", option.key);
      if (std::ranges::find(keys, key, &ConfigKey::key) == keys.end()) {
        keys.push_back({key, words_of(option)});
      }
    }
  };
  for (const auto& row : model::architectures()) add(row);
  for (const auto& row : model::language_architectures()) add(row);
  keys.push_back({"model.type", types});
  return keys;
}

namespace {

constexpr const char* kIntroduction = R"(# Config

One YAML file describes one experiment: the texts, the tokenizer, the model, its training and the
search. `regard train CONFIG.yaml` reads it. Options that you leave out have the defaults below; a key
that is not listed here is an error. `regard config show CONFIG.yaml` prints a config with all
values filled in, as the run directory keeps it in `config.yaml`.

`--set` changes a value on the command line, by its key from the top of the file, as often as
needed; list items count from 0:

```
regard train configs/quick-transformer.yaml --set training.steps=500 --set data.train.0.weight=2
```

Paths are relative to the working directory. Text needs no quotes unless YAML requires them; true and
false may also be written yes and no, or on and off. An alias (`*name`) stands for the value of its
anchor (`&name`); merge keys (`<<`) are not supported, and lines must not be indented with tabs.

`regard config reference` prints this page.
)";

template <class Options>
std::string section(const std::string& title, const std::string& sentence) {
  return str("\n", title, "\n\n", sentence, "\n\n",
             config::markdown_table(config::reference_rows<Options>()));
}

std::string section(const model::Architecture& architecture, const std::string& task) {
  return str("\n### type: ", architecture.name, "\n\nFor task: ", task, ". A ",
             architecture.summary, " (", architecture.paper, ").\n\n",
             config::markdown_table(architecture.options()));
}

std::string models() {
  std::string text =
      "\n## model\n\n`type` names the architecture; its options are keys next to `type`.\n";
  for (const auto& row : model::architectures()) text += section(row, "translation");
  for (const auto& row : model::language_architectures()) text += section(row, "language_model");
  return text;
}

}  // namespace

std::string config_reference() {
  using namespace config;
  return kIntroduction +
         section<Experiment>("## The sections", "The keys at the top of the file.") +
         section<DataOptions>("## data", "The texts and how they are cleaned.") +
         section<ParallelText>("### A text",
                               "An item of `data.train`; `data.valid`, or an item of its list; "
                               "`data.test`.") +
         section<MixOptions>("### Mix", "The keys of `data.mix`.") +
         section<JoinOptions>("### Joined pairs", "The keys of `data.join`.") +
         section<TokenizerOptions>("## tokenizer", "How text becomes tokens.") + models() +
         section<BpttOptions>(
             "## bptt",
             "Language models: segments of the text, and backpropagation through time.") +
         section<TrainingOptions>("## training",
                                  "Batches, optimizer, learning rate, validation, saving.") +
         section<NoiseOptions>("### Noise", "The keys of `training.noise`.") +
         section<SearchOptions>("## search",
                                "How the trained model translates. A request to `regard serve` can "
                                "set options within the bounds given in the column `in a "
                                "request`.");
}

namespace {

config::Node completed_model(config::Task task, const config::Node& model) {
  return model::find_row(task, model).complete(model);
}

/// The problems in the model section; nullopt for a pipe, which cannot be read twice.
std::optional<Error> error_in_model(const std::string& path,
                                    const std::vector<std::string>& overrides) {
  if (std::error_code ignored; !std::filesystem::is_regular_file(path, ignored)) return {};
  try {
    auto root = config::read_yaml_file(path);
    for (const auto& assignment : overrides) config::apply_override(root, assignment);
    if (root.is_list() || root.is_scalar()) return {};  // not a config, so it has no sections
    const auto* task = root.find("task");
    const bool is_language_model = task != nullptr && task->text == "language_model";
    config::Node model;
    model.place = {path, 0, 0};
    if (const auto* found = root.find("model")) model = *found;
    completed_model(is_language_model ? config::Task::language_model : config::Task::translation,
                    model);
    return {};
  } catch (const Error& error) {
    return error;
  }
}

/// The problems that an Error reports, one per line.
std::string lines_of(const Error& error) {
  const auto& problem = error.problem();
  const auto heading = problem.find(" errors in the config\n");
  if (heading != std::string::npos) return problem.substr(problem.find('\n') + 1);
  return str(error.what(), error.remedy().empty() ? "" : " (" + error.remedy() + ")");
}

}  // namespace

config::Experiment load_experiment_file(const std::string& path,
                                        const std::vector<std::string>& overrides) {
  try {
    auto experiment = config::load_experiment(path, overrides);
    experiment.model = completed_model(experiment.task, experiment.model);
    return experiment;
  } catch (const Error& error) {
    const auto in_model = error_in_model(path, overrides);
    if (!in_model || lines_of(*in_model) == lines_of(error)) throw;
    const auto lines = lines_of(error) + '\n' + lines_of(*in_model);
    throw Error(str(std::ranges::count(lines, '\n') + 1, " errors in the config\n", lines));
  }
}

Error named_by_option(const Error& error, const std::vector<OptionOfKey>& options) {
  const auto found = std::ranges::find_if(
      options, [&](const auto& one) { return error.where() == "--set " + one.key; });
  if (found == options.end()) return error;
  const bool names_key = error.problem().starts_with(found->key + ' ');
  return Error(names_key ? found->option + error.problem().substr(found->key.size())
                         : str(found->option, ": ", error.problem()),
               {}, error.remedy(), error.exit_code());
}

}  // namespace regard::cli

// regard config: shows a config with all values filled in, or lists all options.
namespace regard::cli {
namespace {

struct ShowArguments {
  std::string config;
  std::vector<std::string> overrides;
};

/// The config of the run or packed model at `path`; any other path is itself a config.
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
      ->add_option(
          "CONFIG", arguments->config,
          "A YAML file, or a model with its config.yaml. regard config reference lists the keys.")
      ->required()
      ->type_name("CONFIG");
  show_command
      ->add_option("--set", arguments->overrides,
                   "Change a value, e.g. search.beam_size=8; may be given several times.")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  auto* reference_command = command.add_subcommand("reference", "print all options as Markdown");
  set_examples(*reference_command,
               {"regard config reference", "regard config reference > config.md"});
  return [=] { return *reference_command ? print_reference() : show(*arguments); };
}

}  // namespace regard::cli
