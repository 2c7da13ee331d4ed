#include "compare/kept_results.h"

#include <unistd.h>

#include <filesystem>

#include "base/regular_file.h"
#include "base/sha256.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "trainer/run_directory.h"

namespace regard::compare {
namespace {

/// Incremented when the same model and options give other results than before.
constexpr int kVersion = 2;
constexpr size_t kDigits = 32;  // of a hash in a name

/// The folder if it is writable, otherwise none.
std::string writable_folder(const std::string& folder) {
  if (folder.empty()) return {};
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  return !failed && ::access(folder.c_str(), W_OK) == 0 ? folder : std::string();
}

std::string hash_of_model(const std::string& directory) {
  std::string hashes;
  for (const auto& file : store::ModelDirectory::file_names()) {
    const auto path = std::filesystem::path(directory) / file;
    // Of the config, only what `depends_on` holds counts.
    const bool counts = path != store::ModelDirectory(directory).config();
    if (counts && is_there(path)) hashes += sha256_of_file(path);
  }
  return hashes;
}

}  // namespace

KeptResults::KeptResults(const Run& run, const std::string& option)
    : cache_(writable_folder(train::RunDirectory(run.directory).cache(option)), {}),
      model_(cache_.keeps() ? hash_of_model(run.directory) : std::string()) {}

void KeptResults::get(std::string_view kind, std::string_view depends_on, const Make& make,
                      const Read& read) const {
  if (!cache_.keeps()) return read(make());
  const auto hash = sha256(str(kVersion, '\n', model_, '\n', depends_on));
  const auto name = str(kind, '-', hash.substr(0, kDigits));
  if (const auto found = cache_.find(name)) {
    try {
      return read(nlohmann::json::parse(*found));
    } catch (const std::exception&) {
      cache_.warn_unusable(name, "holds something else");
    }
  }
  const auto json = make();
  cache_.keep(name, json.dump());
  read(json);
}

}  // namespace regard::compare
