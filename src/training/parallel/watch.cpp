#include "parallel/watch.h"

#include <algorithm>

#include "regard/base/str.h"

namespace regard::parallel {
namespace {

constexpr auto kLost = "lost";
constexpr auto kLeft = "left";
constexpr Watch::Seconds kLongestPeriod(0.5);
constexpr double kFewestBeats = 8;  // minimum number of heartbeats per silence
// How long a process that knows of the loss may take to exit, and how long the board may take to
// answer it.
constexpr Watch::Seconds kGrace(3);
// After a failure, a shorter silence suffices.
constexpr Watch::Seconds kSuspiciousPatience(3);

std::string sign_of(int64_t rank) { return str("sign of ", rank); }

}  // namespace

Watch::Watch(std::unique_ptr<Board> board, Options options)
    : options_(std::move(options)),
      period_(std::min(kLongestPeriod, options_.silence / kFewestBeats)),
      board_(std::move(board)),
      beating_([this] { beat_until_stopped(); }),
      guarding_([this] { guard_until_stopped(); }) {}

Watch::~Watch() {
  std::unique_lock lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
  if (!changed_.wait_for(lock, kGrace, [&] { return beating_ended_; })) {
    // The heartbeat thread hangs in an operation on the board, which cannot be interrupted.
    options_.give_up(reason_.value_or(options_.board_name + " does not respond"));
  }
  lock.unlock();
  beating_.join();
  guarding_.join();
}

int64_t Watch::patience() const {
  const auto patience =
      suspicious_ ? std::min(options_.silence, kSuspiciousPatience) : options_.silence;
  return static_cast<int64_t>(patience / period_);
}

bool Watch::sleep_a_period() {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, period_, [&] { return stopped_; });
}

void Watch::beat_until_stopped() {
  try {
    do {
      const std::lock_guard board_lock(board_mutex_);
      beat();
    } while (sleep_a_period());
  } catch (const std::exception&) {
    found(options_.board_name + " can no longer be reached");
  }
  const std::lock_guard lock(mutex_);
  beating_ended_ = true;
  changed_.notify_all();
}

void Watch::beat() {
  const auto neighbour = (options_.rank + 1) % options_.size;
  std::string own_sign;
  int64_t patience = 0;
  {
    const std::lock_guard lock(mutex_);
    own_sign = left_ ? kLeft : str(beats_);
    patience = this->patience();
  }
  board_->write(sign_of(options_.rank), own_sign);
  if (const auto lost = board_->read(kLost)) found(*lost);
  const auto sign = board_->read(sign_of(neighbour));
  neighbours_silence_ = sign == neighbours_sign_ ? neighbours_silence_ + 1 : 0;
  neighbours_sign_ = sign;
  if (sign != kLeft && neighbours_silence_ > patience) {
    const auto seconds =
        std::chrono::round<std::chrono::seconds>(static_cast<double>(patience) * period_);
    const auto reason =
        str("rank ", neighbour, " is gone: no sign of life for ", seconds.count(), " s");
    if (!board_->read(kLost)) board_->write(kLost, reason);
    found(reason);
  }
  const std::lock_guard lock(mutex_);
  ++beats_;
}

// Runs in its own thread, because a heartbeat's operation on the board may hang forever.
void Watch::guard_until_stopped() {
  std::unique_lock lock(mutex_);
  const auto longest = static_cast<int64_t>(options_.silence / period_);
  int64_t last_beat = beats_;
  int64_t periods = 0;  // since the last beat
  while (!stopped_ && !reason_) {
    if (!changed_.wait_for(lock, period_, [&] { return stopped_ || reason_; })) ++periods;
    if (beats_ != last_beat) periods = 0;
    last_beat = beats_;
    if (periods <= longest || reason_) continue;
    reason_ = options_.board_name + " does not respond";
    changed_.notify_all();
  }
  if (changed_.wait_for(lock, kGrace, [&] { return stopped_; }) || left_) return;
  const auto reason = *reason_;
  lock.unlock();
  options_.give_up(reason);
}

void Watch::found(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  if (!reason_) reason_ = reason;
  changed_.notify_all();
}

std::optional<std::string> Watch::find_reason() {
  std::unique_lock lock(mutex_);
  suspicious_ = true;
  changed_.notify_all();
  // The neighbor of the lost process detects the loss first; the other processes read it from
  // the board.
  const auto longest = options_.silence + kFewestBeats / 2 * period_;
  changed_.wait_for(lock, longest, [&] { return reason_.has_value(); });
  return reason_;
}

void Watch::use_board(const std::function<void()>& action) noexcept {
  try {
    const std::unique_lock lock(board_mutex_, kGrace);
    if (lock.owns_lock()) action();
  } catch (const std::exception&) {  // the heartbeats detect it too
  }
}

void Watch::report_failure(const std::string& reason) noexcept {
  use_board([&] {
    if (!board_->read(kLost)) board_->write(kLost, reason);
  });
  leave();
}

void Watch::leave() noexcept {
  {
    const std::lock_guard lock(mutex_);
    left_ = true;
  }
  use_board([&] { beat(); });
}

void Watch::wait_for_others(Seconds most) noexcept {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + most;
  const auto all_left = [&] {
    bool all = true;
    use_board([&] {
      for (int64_t rank = 0; rank < options_.size; ++rank) {
        if (rank != options_.rank) all = all && board_->read(sign_of(rank)) == kLeft;
      }
    });
    return all;
  };
  while (!all_left() && Clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace regard::parallel
