#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "regard/translate/translation.h"
#include "serve/limits.h"

namespace regard::serve {

/// Recent translations of lines, keyed by everything that they depend on. A translation does not
/// depend on neighboring lines, so a cached translation is what the model would return.
/// Thread-safe.
class AnswerCache {
 public:
  using Answer = std::shared_ptr<const translate::Translation>;

  /// `bytes`: maximum size of keys and translations; the least recently used are dropped.
  explicit AnswerCache(size_t bytes) : most_bytes_(bytes) {}

  /// The answer for a key; null if it is not cached.
  Answer find(const std::string& key);
  void add(const std::string& key, const Answer& answer);

  struct Counts {
    int64_t hits = 0, misses = 0;
    size_t bytes = 0;
  };
  Counts counts() const;

 private:
  struct Entry {
    std::string key;
    Answer answer;
    size_t bytes;
  };

  size_t most_bytes_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;  // views of Entry::key
  Counts counts_;
};

/// Keeps translated files in memory until they are fetched, for a limited time and within a limit
/// on their bytes, names and keys included. Thread-safe.
class KeptFiles {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kTime{30};

  explicit KeptFiles(size_t most_bytes = bounds::kKeptFileBytes) : most_bytes_(most_bytes) {}

  struct File {
    std::string name;
    std::string content;
    std::string content_type = "text/plain";
  };
  /// Returns the file's key, which cannot be guessed. Drops the oldest files if needed. Throws
  /// Refusal (413) for a file that by itself exceeds the limit.
  std::string add(File file, Clock::time_point now = Clock::now());
  std::optional<File> find(const std::string& key, Clock::time_point now = Clock::now());
  size_t bytes() const;

 private:
  struct Kept {
    std::string key;
    File file;
    Clock::time_point until;
    size_t bytes;
  };
  void drop_old(Clock::time_point now, size_t wanted);

  size_t most_bytes_;
  mutable std::mutex mutex_;
  std::list<Kept> files_;  // oldest first
  std::unordered_map<std::string_view, std::list<Kept>::const_iterator> by_key_;
  size_t bytes_ = 0;
};

/// A name of 32 hexadecimal digits that cannot be guessed.
std::string random_name();

}  // namespace regard::serve
