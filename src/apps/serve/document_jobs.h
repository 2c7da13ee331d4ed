#pragma once
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "regard/base/named_enum.h"
#include "serve/limits.h"
#include "serve/serve_options.h"

namespace regard::serve {

/// Documents that clients upload, poll and download: only a few are translated at a time, the
/// others wait, and finished ones are kept for a while. Thread-safe.
class DocumentJobs {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kTime{30};

  enum class State { queued, translating, done, error };
  friend constexpr auto names_of(State) {
    return std::array{"queued", "translating", "done", "error"};
  }

  struct Outcome {
    std::string file;   ///< key of the translation in KeptFiles
    std::string error;  ///< why there is no file
    std::vector<std::string> warnings = {};
  };
  struct Status {
    State state = State::queued;
    int64_t characters = 0;
    size_t done = 0, all = 0;  ///< texts
    Clock::time_point begun = {};
    Outcome outcome = {};
  };
  /// Reports the progress of a document, and returns whether its client has cancelled it.
  struct Report {
    std::function<void(size_t done, size_t all)> tell;
    std::stop_token cancelled;

    void operator()(size_t done, size_t all) const { tell(done, all); }
  };
  using Work = std::function<Outcome(const Report& report)>;
  /// Starts a task in another thread; false if no thread is available.
  using BeginTask = std::function<bool(std::function<void()>)>;

  DocumentJobs(const ServeOptions& options, BeginTask begin_task)
      : most_at_once_(static_cast<size_t>(options.files_at_once)),
        most_waiting_(static_cast<size_t>(options.queue)),
        begin_task_(std::move(begin_task)) {}

  /// Returns the document's key, which cannot be guessed. Throws Refusal (503) if too many wait.
  std::string add(Work work, int64_t characters, Clock::time_point now = Clock::now());

  /// Cancels a document: a waiting one is not translated, and a running translation ends with its
  /// next step. False if there is no such document.
  bool cancel(const std::string& key);

  /// The status of a document; nullopt if there is none. Waits up to `patience` until it ends.
  std::optional<Status> find(const std::string& key, std::chrono::milliseconds patience = {},
                             Clock::time_point now = Clock::now());

 private:
  struct Job {
    std::string key;
    Work work;
    Status status = {};
    Clock::time_point until = {};  // time at which an ended job is dropped
    std::stop_source stop = {};

    bool has_ended() const { return status.state >= State::done; }
  };
  using Shared = std::shared_ptr<Job>;

  void drop_old(Clock::time_point now);
  void make_room();
  void work();
  void run(const Shared& job, std::unique_lock<std::mutex>& lock);

  size_t most_at_once_, most_waiting_;
  BeginTask begin_task_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::list<Shared> jobs_;     // oldest first
  std::list<Shared> waiting_;  // jobs that have not started
  size_t working_ = 0;         // number of working threads
};

}  // namespace regard::serve
