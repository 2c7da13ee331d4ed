#include "regard/translate/bundled_models.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_file.h"

namespace regard::translate {
namespace {

namespace fs = std::filesystem;

/// Path of the program, shared library or module that contains this code; empty if the system does
/// not report it.
fs::path own_file() {
  const auto here = reinterpret_cast<uintptr_t>(&own_file);
  std::ifstream mappings("/proc/self/maps");
  for (std::string line; std::getline(mappings, line);) {
    std::istringstream columns(line);  // BEGIN-END RIGHTS OFFSET DEVICE INODE PATH
    uintptr_t begin = 0, end = 0;
    char dash = 0;
    columns >> std::hex >> begin >> dash >> end;
    if (here < begin || here >= end) continue;
    const auto path = line.find('/');
    return path == std::string::npos ? "" : line.substr(path);
  }
  return {};
}

std::vector<fs::path> folders() {
  const char* named = std::getenv("REGARD_MODELS");
  if (named != nullptr && *named != '\0') return {named};
  std::vector<fs::path> found;
  const auto here = own_file().parent_path();
  if (!here.empty()) {
    found = {here / "models", here.parent_path() / "share/regard/models",
             here.parent_path().parent_path() / "share/regard/models"};  // for libexec/regard
  }
  found.insert(found.end(), {"/usr/local/share/regard/models", "/usr/share/regard/models"});
  return found;
}

std::vector<std::string> models_in(const fs::path& folder) {
  std::vector<std::string> models;
  std::error_code failed;
  for (fs::directory_iterator file(folder, failed), end; !failed && file != end;
       file.increment(failed)) {
    if (file->path().extension() == ".regard") models.push_back(file->path().string());
  }
  std::ranges::sort(models);
  return models;
}

/// Whether a file is named "FROM-TO.regard".
bool has_direction(const fs::path& model, const std::string& from, const std::string& to) {
  const auto name = model.stem().string();
  const bool is_from = from.empty() || name.starts_with(from + '-');
  return is_from && (to.empty() || name.ends_with('-' + to));
}

/// Throws Error for a model whose direction contradicts its name. An unreadable model is reported
/// when it is opened.
const std::string& checked(const std::string& model) {
  config::DataOptions data;
  try {
    data = store::experiment_of_model(model, config::Task::translation).data;
  } catch (const Error&) {
    return model;
  }
  const std::string from(primary_subtag(data.source_language));
  const std::string to(primary_subtag(data.target_language));
  if (has_direction(model, from, to)) return model;
  throw Error(str("translates from ", from, " to ", to, ", but is named ",
                  fs::path(model).filename().string()),
              model, str("rename it ", from, '-', to, ".regard"));
}

}  // namespace

std::vector<std::string> bundled_models() {
  for (const auto& folder : folders()) {
    if (auto models = models_in(folder); !models.empty()) return models;
  }
  return {};
}

std::string bundled_model(const std::string& from_language, const std::string& to_language) {
  const auto models = bundled_models();
  // If no language is named, prefer English to French.
  const auto usual = std::ranges::find_if(
      models, [](const std::string& model) { return fs::path(model).stem() == "en-fr"; });
  if (from_language.empty() && to_language.empty() && usual != models.end()) return checked(*usual);
  const auto from = lower_ascii(primary_subtag(from_language)),
             to = lower_ascii(primary_subtag(to_language));
  const auto found = std::ranges::find_if(
      models, [&](const std::string& model) { return has_direction(model, from, to); });
  if (found != models.end()) return checked(*found);
  const auto direction = str(from_language.empty() ? "" : " from " + from_language,
                             to_language.empty() ? "" : " to " + to_language);
  const char* named = std::getenv("REGARD_MODELS");
  const bool is_named = named != nullptr && *named != '\0';
  throw Error(str("no model is named, and no ",
                  direction.empty() ? "model is bundled" : "bundled model translates", direction),
              is_named ? named : "",
              "name a model, or train one in minutes: regard train configs/quick-transformer.yaml");
}

}  // namespace regard::translate
