#include "corpus/cache.h"

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/log.h"
#include "base/regular_file.h"
#include "base/sha256.h"
#include "config/writer.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::corpus {
namespace {

/// Increases when the same options and texts give a different result.
constexpr int kVersion = 1;
constexpr size_t kDigits = 32;  // digits of a hash in a file name
constexpr size_t kHashSize = 64;

bool can_be_read_twice(const config::ParallelText& text) {
  for (const auto* file : {&text.source, &text.target, &text.tsv, &text.text}) {
    std::error_code ignored;
    if (!file->empty() && !std::filesystem::is_regular_file(*file, ignored)) return false;
  }
  return true;
}

}  // namespace

Cache::Cache(std::string folder, const config::DataOptions& data, TextHashes known)
    : folder_(std::move(folder)), hashes_(std::move(known)) {
  // The reader reports a missing file.
  if (!std::all_of(data.train.begin(), data.train.end(), can_be_read_twice)) folder_.clear();
}

std::string Cache::name(std::string_view kind, const config::DataOptions& data,
                        std::string_view more) {
  auto options = data;
  for (auto& text : options.train) {
    for (auto* file : {&text.source, &text.target, &text.tsv, &text.text}) {
      if (!file->empty()) *file = hashes_.of(*file);
    }
    text.weight = 1;
  }
  // Options that change no example.
  options.source_language = options.target_language = options.cache = "";
  options.valid = options.test = {};
  const auto hash = sha256(str(kVersion, '\n', config::to_yaml(options), more));
  return str(kind, '-', hash.substr(0, kDigits));
}

std::optional<std::string> Cache::find(const std::string& name) const {
  std::error_code ignored;
  if (!keeps() || !std::filesystem::exists(path(name), ignored)) return std::nullopt;
  try {
    const auto file = read_file(path(name));
    auto bytes = file.substr(std::min(kHashSize, file.size()));
    if (sha256(bytes) == std::string_view(file).substr(0, kHashSize)) return bytes;
    warn_unusable(name, "is damaged");
  } catch (const Error& error) {
    warn_unusable(name, error.problem());
  }
  return std::nullopt;
}

void Cache::warn_unusable(const std::string& name, const std::string& why) const {
  log_warning(path(name), ": ", why, "; what it kept is made again");
}

void Cache::keep(const std::string& name, std::string_view bytes) const {
  if (!keeps()) return;
  try {
    if (is_there(path(name))) size_of_regular_file(path(name));  // a pipe would be written to
    write_file_atomically(path(name), sha256(bytes) + std::string(bytes));
  } catch (const Error& error) {
    log_warning(error.what(), "; the next run will make it again");
  }
}

std::unique_ptr<FileLock> Cache::lock() const {
  std::error_code ignored;  // writing to it will report the error
  std::filesystem::create_directories(folder_, ignored);
  return std::make_unique<FileLock>(path("lock"));
}

}  // namespace regard::corpus
