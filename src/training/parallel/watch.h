#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace regard::parallel {

/// Notes that the processes of a job leave for each other. One thread at a time may call each
/// function; all throw if the board cannot be reached.
class Board {
 public:
  virtual ~Board() = default;
  virtual void write(const std::string& name, const std::string& note) = 0;
  virtual std::optional<std::string> read(const std::string& name) = 0;
};

/// Detects the loss of a process of the job. Each process writes heartbeats to a board and checks
/// its neighbor's: n processes cost the board 3 n notes per beat. A process that fails or finds its
/// neighbor silent records this for all. Silence is counted in the process's own beats, so a
/// machine that resumes from suspension does not consider the others lost.
class Watch {
 public:
  using Seconds = std::chrono::duration<double>;
  struct Options {
    int64_t rank;
    int64_t size;
    Seconds silence;         ///< time without heartbeat after which a process counts as lost
    std::string board_name;  ///< name of the board in messages, for when it cannot be reached
    /// Called if the watch still runs some seconds after a loss was found, because the process
    /// hangs or computes something that is no longer needed.
    std::function<void(const std::string& reason)> give_up;
  };

  Watch(std::unique_ptr<Board> board, Options options);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Why the job is lost: "rank 1 is gone: ..."; nullopt if no process is found lost within the
  /// time that detection takes. For a process whose operation failed.
  std::optional<std::string> find_reason();
  /// Records for the others that this process has failed; then does the same as leave().
  void report_failure(const std::string& reason) noexcept;
  /// From now on, the others ignore this process's silence.
  void leave() noexcept;
  /// Waits until all processes have left, for at most `most`.
  void wait_for_others(Seconds most) noexcept;

 private:
  void beat_until_stopped();
  void beat();
  void guard_until_stopped();
  void found(const std::string& reason);
  void use_board(const std::function<void()>& action) noexcept;
  bool sleep_a_period();  // false when it is time to stop
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

  std::optional<std::string> neighbours_sign_;  // guarded, like the next, by board_mutex_
  int64_t neighbours_silence_ = 0;              // in beats

  std::thread beating_, guarding_;
};

}  // namespace regard::parallel
