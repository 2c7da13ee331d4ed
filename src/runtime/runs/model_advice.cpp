#include <algorithm>
#include <filesystem>

#include "base/folder.h"
#include "base/packed_folder.h"
#include "base/regular_file.h"
#include "base/shell_word.h"
#include "config/experiment.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "runs/model_facts.h"
#include "store/model_directory.h"
#include "store/origin.h"

namespace regard::report {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kWorthQuantizing = 1'000'000;  // bytes of weights

/// Whether the test text of a model's config may be read and is there.
bool has_test_text(const std::string& model) {
  const store::ModelDirectory directory(model);
  const auto data =
      config::load_experiment(directory.config_to_read(), {}, config::Use::translation).data;
  if (data.test.empty() || !store::may_read(data.test, directory, data)) return false;
  const auto text = store::located(data.test, directory, data);
  const auto is_ready = [](const std::string* file) { return file->empty() || is_there(*file); };
  return std::ranges::all_of(std::array{&text.source, &text.target, &text.tsv, &text.text},
                             is_ready);
}

/// Whether the run's config can be read as one to train with.
bool can_be_trained(const std::string& run) try {
  config::load_experiment(store::ModelDirectory(run).config_to_read());
  return true;
} catch (const Error&) {
  return false;
}

/// The model's path with an ending: "runs/a/" and "-int8" are "runs/a-int8", "a.regard" is
/// "a-int8.regard".
std::string with_ending(const std::string& model, const std::string& ending) {
  auto path = fs::path(model).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  if (!is_packed_folder(path)) return path.string() + ending;
  const auto extension = path.extension().string();
  return path.replace_extension().string() + ending + extension;
}

}  // namespace

std::string command_to_resume(const std::string& run) {
  return str("regard train ", shell_word(store::ModelDirectory(run).config()), " --output ",
             shell_word(run), " --resume");
}

std::vector<std::string> advice_for(const std::string& model, const ModelFacts& facts) {
  const auto name = shell_word(model);
  std::vector<std::string> commands = {facts.translates
                                           ? str("regard translate ", name, " \"Hello.\"")
                                           : str("regard generate ", name, " --prefix \"The \"")};
  if (has_test_text(model)) commands.push_back("regard eval " + name);
  const auto smaller = with_ending(model, "-int8");
  if (facts.translates && !facts.has_int8 && facts.bytes >= kWorthQuantizing &&
      !fs::exists(smaller)) {
    commands.push_back(is_packed_folder(model)
                           ? str("regard pack ", name, " --type int8 -o ", shell_word(smaller))
                           : str("regard quantize ", name, " -o ", shell_word(smaller)));
  }
  if (facts.is_run) commands.push_back("regard log " + name);
  if (facts.is_unfinished && can_be_trained(model)) {
    commands.push_back(command_to_resume(model));
  }
  return commands;
}

}  // namespace regard::report
