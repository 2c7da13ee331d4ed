#include "trainer/run_directory.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <iomanip>
#include <regex>
#include <sstream>
#include <system_error>

#include "base/files.h"
#include "config/experiment.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"

namespace regard::train {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy = "name another run directory with --output";

bool matches(const std::string& name, const char* pattern) {
  return std::regex_match(name, std::regex(pattern));
}

/// Whether training writes a file `name` in the folder `folder` of a run ("" is the run directory).
bool is_written_by_training(const std::string& folder, const std::string& name) {
  if (folder == "last") return name == "state.safetensors";
  if (folder == "translations") {
    return name == "valid.txt" || name == "test.txt" || matches(name, R"(valid-.+\.txt)");
  }
  if (folder == "checkpoints") return matches(name, R"(step-\d+\.safetensors)");
  static const auto kNames = [] {
    auto names = store::ModelDirectory::file_names();
    names.insert(names.end(),
                 {"origin", "texts.sha256", "log.jsonl", "film.jsonl", "bad_batch.tsv"});
    return names;
  }();
  return std::ranges::find(kNames, name) != kNames.end() ||
         matches(name, R"(events\.out\.tfevents\.\d+\..*\.\d+\.0)");
}

/// Whether AtomicFile left this file of a run unfinished because the process was killed.
bool is_unfinished(const std::string& folder, const std::string& name) {
  const auto file = replaced_by(name);
  return file && is_written_by_training(folder, *file);
}

/// Syncs a folder, because a power cut must not bring removed files back: an old state next to the
/// config of another run, or a checkpoint that would then be averaged with the others.
void make_removals_safe(const fs::path& folder) {
  if (!is_folder(folder) || sync_folder(folder)) return;
  throw Error("cannot sync the removal of its files: " + std::generic_category().message(errno),
              folder.string(), kRemedy, ExitCode::failure);
}

/// The run directory, then the folders in it.
constexpr std::array kFolders = {"", "last", "translations", "checkpoints"};

/// The files of a run for which `is_wanted(folder, name)` holds. Symlinks are not followed.
template <class Wanted>
std::vector<fs::path> files_of(const fs::path& run, const Wanted& is_wanted) {
  std::vector<fs::path> found;
  for (const auto* folder : kFolders) {
    std::error_code ignored;  // writing to the folder reports the error
    if (!fs::is_directory(fs::symlink_status(run / folder / ".", ignored))) continue;
    if (*folder != '\0' && fs::is_symlink(run / folder, ignored)) continue;
    for (const auto& entry : fs::directory_iterator(run / folder, ignored)) {
      const bool is_folder = fs::is_directory(entry.symlink_status(ignored));
      if (!is_folder && is_wanted(folder, entry.path().filename().string())) {
        found.push_back(entry.path());
      }
    }
  }
  return found;
}

}  // namespace

std::string RunDirectory::cache(const std::string& option) const {
  if (option == "none") return {};
  if (option != "auto") return option;
  const auto run = (fs::path(path()) / "").lexically_normal();  // a/b and a/b/ become a/b/
  return (run.parent_path().parent_path() / ".regard-cache").string();
}

std::string RunDirectory::checkpoint(int64_t step) const {
  std::ostringstream name;
  name << path() << "/checkpoints/step-" << std::setw(8) << std::setfill('0') << step
       << ".safetensors";
  return name.str();
}

std::vector<std::string> RunDirectory::checkpoints() const {
  std::vector<std::string> found;
  if (!is_folder(path() + "/checkpoints")) return found;
  for (const auto& entry : fs::directory_iterator(path() + "/checkpoints")) {
    const auto name = entry.path().filename().string();
    if (is_written_by_training("checkpoints", name)) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void RunDirectory::keep_checkpoints(int64_t keep) const {
  auto all = checkpoints();
  if (all.size() <= static_cast<size_t>(keep)) return;
  for (size_t i = 0; i + static_cast<size_t>(keep) < all.size(); ++i) fs::remove(all[i]);
  make_removals_safe(path() + "/checkpoints");
}

bool RunDirectory::holds_run() const { return is_folder(path() + "/last") || holds_model(); }

std::string RunDirectory::file_in_the_way() const {
  const auto files = files_of(path(), is_written_by_training);
  return files.empty() ? "" : files.front().string();
}

std::vector<std::string> RunDirectory::links() const {
  const auto is_link = [&](const std::string& folder, const std::string& name) {
    std::error_code ignored;
    return is_written_by_training(folder, name) &&
           fs::is_symlink(fs::path(path()) / folder / name, ignored);
  };
  std::vector<std::string> found;
  for (const auto& file : files_of(path(), is_link)) found.push_back(file.string());
  for (const auto* folder : kFolders) {
    std::error_code ignored;
    const auto inner = fs::path(path()) / folder;
    if (*folder != '\0' && fs::is_symlink(inner, ignored)) found.push_back(inner.string());
  }
  return found;
}

void RunDirectory::create() const {
  for (const auto* folder : kFolders) make_folder((fs::path(path()) / folder).string(), kRemedy);
}

void RunDirectory::check_can_be_written() const { check_folder_can_be_written(path(), kRemedy); }

void RunDirectory::remove_unfinished() const {
  std::error_code ignored;  // training reports a directory that cannot be written
  for (const auto& file : files_of(path(), is_unfinished)) fs::remove(file, ignored);
}

void RunDirectory::clear() const {
  const auto is_ours = [](const std::string& folder, const std::string& name) {
    return is_written_by_training(folder, name) || is_unfinished(folder, name);
  };
  for (const auto& file : files_of(path(), is_ours)) fs::remove(file);
  for (const auto* folder : kFolders) make_removals_safe(fs::path(path()) / folder);
  std::error_code is_not_empty;
  for (const auto* folder : kFolders) {
    if (*folder != '\0') fs::remove(fs::path(path()) / folder, is_not_empty);
  }
}

namespace {

/// Throws Error if training would write through a symlink that another user may have made.
void check_links(const RunDirectory& directory) {
  const auto links = directory.links();
  if (links.empty()) return;
  if (is_there(directory.config())) {
    const auto begun = config::load_experiment(directory.config_to_read());
    if (store::is_own(directory, begun.data)) return;
  }
  throw Error("is a symlink in a run that you did not train, and training would write through it",
              links.front(), "copy the run without its links: cp -rL");
}

}  // namespace

void check_may_write(const RunDirectory& directory, IfPresent if_present) {
  const auto in_the_way = directory.file_in_the_way();
  if (directory.holds_run()) {
    if (!if_present.overwrite && !if_present.resume) {
      throw Error("already contains a run", directory.path(),
                  "continue it: --resume; replace it: --overwrite; or name another directory: "
                  "--output DIR");
    }
    check_links(directory);
    if (if_present.resume && is_there(directory.weights()) && !is_there(directory.state())) {
      throw Error("has a model, but not its training state, so training cannot continue",
                  directory.path(),
                  str("train another from its weights: --set training.init_from=", directory.path(),
                      " --output DIR; or replace it: --overwrite"));
    }
  } else if (!in_the_way.empty()) {
    throw Error("would be replaced by training, but is not part of a run", in_the_way,
                "name another directory with --output, or move the file");
  }
  directory.check_can_be_written();
}

}  // namespace regard::train
