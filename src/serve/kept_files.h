#pragma once
#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace regard::serve {

/// Translated files until they are fetched: in memory, for a while, and only so many bytes. Several
/// threads may use one.
class KeptFiles {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kTime{30};

  explicit KeptFiles(size_t most_bytes = size_t{64} << 20U) : most_bytes_(most_bytes) {}

  struct File {
    std::string name;
    std::string content;
  };
  /// Returns where it is: nobody can guess it. The oldest make room.
  std::string add(File file, Clock::time_point now = Clock::now());
  std::optional<File> find(const std::string& place, Clock::time_point now = Clock::now());

 private:
  struct Kept {
    std::string place;
    File file;
    Clock::time_point until;
  };
  void drop_old(Clock::time_point now, size_t wanted);

  size_t most_bytes_;
  std::mutex mutex_;
  std::deque<Kept> files_;  // the oldest first
  size_t bytes_ = 0;
};

/// 32 hexadecimal digits that nobody can guess.
std::string random_name();

}  // namespace regard::serve
