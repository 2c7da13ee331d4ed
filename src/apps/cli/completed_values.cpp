#include "cli/completion.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/process.h"
#include "base/readable.h"
#include "cli/commands.h"
#include "regard/base/str.h"
#include "runs/run_log.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

bool is_config(const fs::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

/// Whether this is the folder of a run or of a model, or a packed model.
bool is_run(const fs::path& path) {
  std::error_code ignored;
  return path.extension() == ".regard" || fs::exists(path / "config.yaml", ignored);
}

struct PathEntry {
  fs::path path = {};
  std::string word = {};  ///< its path as the user types it
  bool is_folder = false;
};

/// The entries whose paths begin with `typed`. Hidden files are included only if the dot is typed.
std::vector<PathEntry> entries_of(const std::string& typed) {
  const auto slash = typed.rfind('/');
  const auto folder = slash == std::string::npos ? std::string() : typed.substr(0, slash + 1);
  const auto beginning = typed.substr(folder.size());
  fs::path place = folder.empty() ? fs::path(".") : fs::path(folder);
  const char* home = std::getenv("HOME");
  if (folder.starts_with("~/") && home != nullptr) place = str(home, folder.substr(1));
  std::vector<PathEntry> entries;
  std::error_code error;
  for (fs::directory_iterator entry(place, error), end; !error && entry != end;
       entry.increment(error)) {
    const auto name = entry->path().filename().string();
    if (!name.starts_with(beginning) || (name.starts_with('.') && beginning.empty())) continue;
    std::error_code ignored;
    entries.push_back({entry->path(), folder + name, entry->is_directory(ignored)});
  }
  return entries;
}

/// Adds the runs among the entries and within them, and folders, which may contain more runs.
void add_runs(const std::vector<PathEntry>& entries, std::vector<std::string>& words) {
  for (const auto& entry : entries) {
    if (is_run(entry.path)) {
      words.push_back(entry.word);
      continue;
    }
    if (!entry.is_folder) continue;
    const auto inner = entries_of(entry.word + '/');
    const auto before = words.size();
    for (const auto& run : inner) {
      if (is_run(run.path)) words.push_back(run.word);
    }
    if (words.size() == before) words.push_back(entry.word + '/');
  }
}

std::vector<std::string> paths_of(Values::Paths kind, const std::string& typed) {
  std::vector<std::string> words;
  if (kind == Values::Paths::none) return words;
  const auto entries = entries_of(typed);
  if (kind == Values::Paths::runs) {
    add_runs(entries, words);
    return words;
  }
  for (const auto& entry : entries) {
    if (entry.is_folder) {
      words.push_back(entry.word + '/');
    } else if (kind == Values::Paths::files ||
               (kind == Values::Paths::configs && is_config(entry.path))) {
      words.push_back(entry.word);
    }
  }
  return words;
}

/// The curves in the logs of runs, or the usual curves if no run is named.
std::vector<std::string> curves_of(const std::vector<std::string>& runs) {
  if (runs.empty()) return {"train/loss", "valid/loss", "valid/bleu", "valid/chrf"};
  std::set<std::string> names;
  for (const auto& run : runs) {
    try {
      for (const auto& [name, curve] : train::read_run_log(run).curves) names.insert(name);
    } catch (const std::exception&) {  // not a run: it has no curves
    }
  }
  return {names.begin(), names.end()};
}

/// The lines that `regard draw MODEL --list` prints: only the program with LibTorch knows them.
std::vector<std::string> parts_of(const std::string& model) {
  const auto command =
      str(shell_word(own_program()), " draw ", shell_word(model), " --list 2>/dev/null");
  std::FILE* lines = ::popen(command.c_str(), "r");  // NOLINT(cert-env33-c)
  if (lines == nullptr) return {};
  std::string text;
  char bytes[4096];
  while (const size_t size = std::fread(bytes, 1, sizeof bytes, lines)) text.append(bytes, size);
  ::pclose(lines);
  std::vector<std::string> parts;
  std::istringstream all(std::move(text));
  for (std::string part; std::getline(all, part);) parts.push_back(part);
  return parts;
}

std::vector<std::string> values_of_key(std::string_view key) {
  for (auto& row : config_keys()) {
    if (row.key == key) return std::move(row.words);
  }
  return {};
}

}  // namespace

size_t repeated_size(const Values& values, const std::string& typed) {
  const auto behind = [&](size_t at) { return at == std::string::npos ? 0 : at + 1; };
  if (values.asked == Values::Asked::key_values) {
    const size_t equals = typed.find('=');
    return equals == std::string::npos ? 0 : behind(typed.find_last_of("=,"));
  }
  const size_t name = values.may_follow_name ? behind(typed.find('=')) : 0;
  const bool is_sum = values.paths == Values::Paths::runs;
  return std::max(name, is_sum ? behind(typed.rfind('+')) : 0);
}

std::vector<std::string> completed_values(const Values& values, const std::string& typed,
                                          const std::vector<std::string>& places) {
  const size_t size = repeated_size(values, typed);
  auto words = paths_of(values.paths, typed.substr(size));
  if (values.asked == Values::Asked::key_values && size > 0) {
    return values_of_key(std::string_view(typed).substr(0, typed.find('=')));
  }
  words.insert(words.end(), values.words.begin(), values.words.end());
  std::vector<std::string> asked;
  if (values.asked == Values::Asked::curves) asked = curves_of(places);
  if (values.asked == Values::Asked::parts && !places.empty()) asked = parts_of(places.front());
  words.insert(words.end(), asked.begin(), asked.end());
  return words;
}

}  // namespace regard::cli
