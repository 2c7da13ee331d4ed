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

/// Width of the terminal behind a descriptor; 80 if it is not a terminal or the width is unknown.
size_t terminal_columns(int descriptor);

/// Breaks each line of the text between words at the width of the terminal behind the descriptor,
/// with `indent` spaces before continuation lines. Rows of tables are not broken; without a
/// terminal, no line is.
std::string fitted(std::string_view text, int descriptor, size_t indent);

/// A progress bar on the last line of the terminal, drawn at most ten times a second:
/// "train  [=====>    ]  52 %  1 min 04 s left  loss 3.2". Log lines appear above it. Prints
/// nothing without a terminal.
class ProgressBar {
 public:
  /// `total` 0: unknown; a count then replaces the bar.
  ProgressBar(int64_t total, std::string label);
  ~ProgressBar() { finish(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Shows `done` of `total`; `fields` follows the bar: "loss 3.2, 12000 tokens/s".
  void update(int64_t done, std::string_view fields = {});
  /// Removes the bar. The time until the next update does not count as work.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  int64_t total_;
  std::string label_;
  TimeLeft time_left_;
  Clock::time_point drawn_;
  bool shown_ = false;
};

/// The text of the bar, separate from the terminal for testing. `seconds_left` < 0: unknown.
/// `fields` are separated by commas; those that fit into `columns` are shown.
std::string progress_line(std::string_view label, int64_t done, int64_t total,
                          std::string_view fields, double seconds_left, size_t columns = 1000);

/// Formats a duration: "12 s", "3 min 20 s", "1 h 02 min", "2 d 03 h"; below ten seconds, "0.4 s".
std::string format_duration(double seconds);

/// For work with nothing to save, such as waiting for other processes: during its lifetime, a
/// signal that an InterruptGuard receives ends the process within half a second, even if the work
/// does not stop. The exit code is that of the signal (exit_code_of_signal).
class PromptEnd {
 public:
  /// `last_words`, a line, is printed to standard error at the end.
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

/// The reader of standard output is gone. This is not an error: main exits silently.
struct OutputClosed : std::exception {
  const char* what() const noexcept override { return "standard output was closed"; }
};

/// The destination of results: "-" is standard output, written with write_standard_output(); any
/// other path is a file that appears at commit(), compressed if its name ends in .gz. Throws
/// OutputClosed, or Error if the disk is full.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  /// Tries to write the rest of standard output; an uncommitted file is removed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  /// Flushes the output so far, e.g. after each line in interactive use.
  void flush();
  void commit();

 private:
  std::unique_ptr<AtomicFile> file_;  // null: standard output
  std::unique_ptr<GzipStream> gzip_;  // null: not compressed
  std::string buffer_;
};

/// Throws Error if `output` would replace one of `inputs`, even under another name or through a
/// symlink. "-" is standard output or standard input.
void check_replaces_no_input(const std::string& output, const std::vector<std::string>& inputs);

bool standard_output_is_terminal();

/// Writes to standard output and flushes it; on a terminal, control characters are escaped by
/// printable_result().
void write_standard_output(std::string_view bytes);
/// Writes text with color codes to a terminal; its other parts must come from printable().
void write_colored_output(std::string_view bytes);

}  // namespace regard
