#include "regard/train/run_directory.h"

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <sstream>

#include "regard/base/folder.h"

namespace regard::train {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnfinished = ".tmp-";  // AtomicFile's suffix
constexpr const char* kRemedy = "name another run directory with --output";

bool belongs_to_a_run(const std::string& name) {
  static const std::vector<std::string> kNames = {"last", "log.jsonl", "translations",
                                                  "checkpoints", "bad_batch.tsv"};
  const auto is_part = [&](const std::string& part) {
    return name == part || name.starts_with(part + kUnfinished);
  };
  return name.starts_with("events.out.tfevents.") || std::ranges::any_of(kNames, is_part) ||
         std::ranges::any_of(interop::ModelDirectory::file_names(), is_part);
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
  if (!fs::is_directory(path() + "/checkpoints")) return found;
  for (const auto& entry : fs::directory_iterator(path() + "/checkpoints")) {
    const auto name = entry.path().filename().string();
    if (name.starts_with("step-") && name.ends_with(".safetensors"))
      found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void RunDirectory::keep_checkpoints(int64_t keep) const {
  auto all = checkpoints();
  for (size_t i = 0; i + static_cast<size_t>(keep) < all.size(); ++i) fs::remove(all[i]);
}

bool RunDirectory::holds_run() const {
  return fs::exists(config()) || fs::exists(weights()) || fs::exists(state());
}

void RunDirectory::create() const {
  for (const char* part : {"", "/last", "/translations", "/checkpoints"}) {
    make_folder(path() + part, kRemedy);
  }
}

void RunDirectory::check_can_be_written() const { check_folder_can_be_written(path(), kRemedy); }

void RunDirectory::remove_unfinished() const {
  std::vector<fs::path> unfinished;
  for (const auto& entry : fs::recursive_directory_iterator(path())) {
    const auto name = entry.path().filename().string();
    if (name.find(kUnfinished) != std::string::npos) unfinished.push_back(entry.path());
  }
  std::error_code ignored;  // training reports a directory that cannot be written
  for (const auto& path : unfinished) fs::remove(path, ignored);
}

void RunDirectory::clear() const {
  if (!fs::is_directory(path())) return;
  for (const auto& entry : fs::directory_iterator(path())) {
    if (belongs_to_a_run(entry.path().filename().string())) fs::remove_all(entry.path());
  }
}

}  // namespace regard::train
