#pragma once
#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "serve/request_bounds.h"

namespace regard::serve {

/// Translated files until they are fetched: in memory, for a while, and only so many bytes, those
/// of names and places among them. Several threads may use one.
class KeptFiles {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kTime{30};

  explicit KeptFiles(size_t most_bytes = bounds::kKeptFileBytes) : most_bytes_(most_bytes) {}

  struct File {
    std::string name;
    std::string content;
  };
  /// Returns where it is: nobody can guess it. The oldest make room. Throws Refusal (413) for one
  /// that is larger than all room.
  std::string add(File file, Clock::time_point now = Clock::now());
  std::optional<File> find(const std::string& place, Clock::time_point now = Clock::now());
  size_t bytes() const;

 private:
  struct Kept {
    std::string place;
    File file;
    Clock::time_point until;
    size_t bytes;
  };
  void drop_old(Clock::time_point now, size_t wanted);

  size_t most_bytes_;
  mutable std::mutex mutex_;
  std::list<Kept> files_;  // the oldest first
  std::unordered_map<std::string_view, std::list<Kept>::const_iterator> by_place_;
  size_t bytes_ = 0;
};

/// 32 hexadecimal digits that nobody can guess.
std::string random_name();

}  // namespace regard::serve
