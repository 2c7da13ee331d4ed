#include "cli/experiment_file.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "architecture/registry.h"
#include "config/yaml_reader.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

config::Node completed_model(config::Task task, const config::Node& model) {
  return model::find_row(task, model).complete(model);
}

/// The problems in the model section only. A pipe cannot be read a second time.
std::optional<Error> error_in_model(const std::string& path,
                                    const std::vector<std::string>& overrides) {
  if (std::error_code ignored; !std::filesystem::is_regular_file(path, ignored)) return {};
  try {
    auto root = config::read_yaml_file(path);
    for (const auto& assignment : overrides) config::apply_override(root, assignment);
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

/// The problems of an Error, a line for each.
std::string lines_of(const Error& error) {
  const auto& problem = error.problem();
  const auto heading = problem.find(" things are wrong in the config\n");
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
    throw Error(
        str(std::ranges::count(lines, '\n') + 1, " things are wrong in the config\n", lines));
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
