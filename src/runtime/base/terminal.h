#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/atomic_file.h"
#include "base/packed_folder.h"
#include "base/stopwatch.h"

namespace regard {

/// Columns of the terminal that a descriptor is open on; 80 where it is none, or does not say.
size_t terminal_columns(int descriptor);

/// The line broken between words where it is wider than the terminal that the descriptor is open
/// on, `indent` spaces before all but the first; unchanged where it fits, and if that is no
/// terminal.
std::string fitted(std::string_view line, int descriptor, size_t indent);

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

/// For work that has nothing to save, such as waiting for other processes: during its lifetime, a
/// signal that an InterruptGuard remembers ends the process within half a second, even if the work
/// does not stop by itself. The exit code is that of the signal (exit_code_of_signal).
class PromptEnd {
 public:
  /// `last_words`, a line, then go to standard error.
  explicit PromptEnd(std::string last_words);
  ~PromptEnd();
  PromptEnd(const PromptEnd&) = delete;
  PromptEnd& operator=(const PromptEnd&) = delete;

 private:
  void watch();

  std::string last_words_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread watching_;
};

/// The reader of standard output is gone. This is not an error: main ends the program silently.
struct OutputClosed : std::exception {
  const char* what() const noexcept override { return "standard output was closed"; }
};

/// The destination of results: "-" is standard output, as write_standard_output() has it, anything
/// else a file that appears under its name at commit(), compressed if that ends in .gz. Throws
/// OutputClosed, or Error when the disk is full.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  /// Writes the rest of standard output as far as possible; an uncommitted file disappears.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  /// Flushes what was written so far, e.g. after each line for interactive use.
  void flush();
  void commit();

 private:
  std::unique_ptr<AtomicFile> file_;  // null: standard output
  std::unique_ptr<GzipStream> gzip_;  // null: plain
  std::string buffer_;
};

/// Throws Error if `output` is the same file as one of `inputs`, which it would replace, whatever
/// the spelling or the symbolic links. "-" is standard output and standard input.
void check_replaces_no_input(const std::string& output, const std::vector<std::string>& inputs);

bool standard_output_is_terminal();

/// Writes to standard output and flushes it; to a terminal as printable_result() has it.
void write_standard_output(std::string_view bytes);
/// What has colors for a terminal: all else in it must be printable().
void write_colored_output(std::string_view bytes);

}  // namespace regard
