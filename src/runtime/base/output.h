#pragma once
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/gzip.h"

namespace regard {

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
