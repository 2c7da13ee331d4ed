#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "parallel/board.h"

namespace regard::parallel {

/// Knows when a process of the job is gone. Each leaves signs of life on a board and looks after
/// its neighbour's: n processes cost the board 3 n notes a beat, however many there are. Who finds
/// one silent writes it down for all, and so does one that fails. Silence is counted in beats of
/// one's own, so that a machine that stands still for a while finds nobody gone when it goes on.
class Watch {
 public:
  using Seconds = std::chrono::duration<double>;
  struct Options {
    int64_t rank;
    int64_t size;
    Seconds silence;         ///< after which a process counts as gone
    std::string board_name;  ///< in words, for the case that it cannot be reached
    /// Called some seconds after a loss was found, if the watch still runs then: the process hangs,
    /// or computes something long that nobody needs any more.
    std::function<void(const std::string& reason)> give_up;
  };

  Watch(std::unique_ptr<Board> board, Options options);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Why the job is lost: "rank 1 is gone: ...", or nothing if in all the time that it takes to
  /// find out no process is found gone. For the one that has seen an operation fail.
  std::optional<std::string> find_reason();
  /// Writes down that this process has failed, for the others; then as leave().
  void report_failure(const std::string& reason) noexcept;
  /// Silence of this process means nothing from now on.
  void leave() noexcept;
  /// Until all have left, or for `most` at the longest.
  void wait_for_others(Seconds most) noexcept;

 private:
  void beat_until_stopped();
  void beat();
  void guard_until_stopped();
  void found(const std::string& reason);
  void use_board(const std::function<void()>& action) noexcept;
  bool sleep_a_period();  // false where it is time to stop
  int64_t patience() const;

  Options options_;
  Seconds period_;
  std::unique_ptr<Board> board_;
  std::timed_mutex board_mutex_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  bool suspicious_ = false;
  bool left_ = false;
  bool beating_ended_ = false;
  std::optional<std::string> reason_;
  int64_t beats_ = 0;

  std::optional<std::string> neighbours_sign_;  // these two under board_mutex_
  int64_t neighbours_silence_ = 0;              // beats

  std::thread beating_, guarding_;
};

}  // namespace regard::parallel
