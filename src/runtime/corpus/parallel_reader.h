#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "config/data_options.h"

namespace regard::corpus {

/// Two lines that translate each other, as they are in the file.
struct LinePair {
  std::string source;
  std::string target;
};

/// Reads a parallel text: a pair of files, or one file of tab-separated pairs, each plain or .gz.
class ParallelReader {
 public:
  /// Throws Error if a file cannot be read.
  explicit ParallelReader(const config::ParallelText& text);
  ~ParallelReader();

  /// False at the end. Throws Error (file:line) for invalid UTF-8, for a line without a tab in a
  /// TSV, and at the end for files of different numbers of lines, with both numbers; Interrupted if
  /// a signal asked to stop.
  bool next(LinePair& pair);
  /// Number of the last pair's line, from 1.
  int64_t line_number() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// All pairs of a text. Throws Error if there are none.
std::vector<LinePair> read_parallel_text(const config::ParallelText& text);

}  // namespace regard::corpus
