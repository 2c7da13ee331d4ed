#pragma once
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "regard/translate/translation.h"

namespace regard::serve {

/// Translations of lines asked for lately, by all that they depend on. Because a translation does
/// not depend on its neighbours, one from the cache is the one that the model would give. Several
/// threads may use one.
class AnswerCache {
 public:
  using Answer = std::shared_ptr<const translate::Translation>;

  /// `bytes`: of all keys and translations; those used longest ago make room for new ones.
  explicit AnswerCache(size_t bytes) : most_bytes_(bytes) {}

  /// Null if it is not there.
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
  std::list<Entry> entries_;  // the one used last first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;  // views of their keys
  Counts counts_;
};

}  // namespace regard::serve
