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

/// Tokens of both sides of an example, including the end of sentence.
struct PairLengths {
  uint32_t source, target;
};

/// How many training pairs each rule dropped.
struct CleaningReport {
  int64_t read = 0;
  int64_t empty = 0;
  int64_t identical = 0;
  int64_t duplicates = 0;
  int64_t too_long = 0;
  int64_t ratio = 0;

  int64_t kept() const { return read - empty - identical - duplicates - too_long - ratio; }
  /// A line per rule that dropped something, after a line with the pairs read and kept.
  std::string table() const;
};

class FingerprintSet;

/// The rules of `data.*` that select training pairs. A pair counts under the first rule that drops
/// it.
class Cleaning {
 public:
  explicit Cleaning(const config::DataOptions& options);
  ~Cleaning();

  /// Rules on text, before tokenization.
  bool keeps(const LinePair& pair);
  /// Rules on the number of tokens, end of sentence included.
  bool keeps(size_t source_tokens, size_t target_tokens);

  const CleaningReport& report() const { return report_; }

 private:
  config::DataOptions options_;
  CleaningReport report_;
  std::unique_ptr<FingerprintSet> seen_;
};

}  // namespace regard::corpus
