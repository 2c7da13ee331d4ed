#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/time_left.h"

namespace regard {

/// A bar on the last line of the terminal: "train  [=====>    ]  52 %  1 min 04 s left  loss 3.2".
/// Drawn at most ten times a second; log lines appear above it. Without a terminal it prints
/// nothing.
class ProgressBar {
 public:
  /// `total` 0: unknown; then the count replaces the bar.
  ProgressBar(int64_t total, std::string label);
  ~ProgressBar() { finish(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `done` of `total`; `fields` follows the bar: "loss 3.2, 12000 tokens/s".
  void update(int64_t done, std::string_view fields = {});
  /// Removes the bar. The time until the next update, if any, is not counted as work.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  int64_t total_;
  std::string label_;
  TimeLeft time_left_;
  Clock::time_point drawn_;
  bool shown_ = false;
};

/// The text of the bar, separate from the terminal for testing. `seconds_left` < 0: unknown. Of the
/// fields, which commas separate, as many as fit into the columns.
std::string progress_line(std::string_view label, int64_t done, int64_t total,
                          std::string_view fields, double seconds_left, size_t columns = 1000);

/// "12 s", "3 min 20 s", "1 h 02 min", "2 d 03 h"; less than ten seconds with one decimal: "0.4 s".
std::string format_duration(double seconds);

}  // namespace regard
