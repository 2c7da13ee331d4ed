#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "config/data_options.h"

namespace regard::corpus {

/// A sentence pair as it appears in the file.
struct LinePair {
  std::string source;
  std::string target;
};

/// Throws Error for a text with only `count` lines, all of which its options skip.
[[noreturn]] void fail_skipped(const config::ParallelText& text, int64_t count);

/// Reads a parallel corpus: a pair of files, or one file of tab-separated pairs, each plain or .gz.
class ParallelReader {
 public:
  /// Throws Error if a file cannot be read.
  explicit ParallelReader(const config::ParallelText& text);
  ~ParallelReader();

  /// Reads the next pair; false at the end. Throws Error (file:line) for invalid UTF-8 and for a
  /// line without a tab in a TSV file; at the end, if the files differ in their number of lines, an
  /// Error with both numbers. Throws Interrupted if a signal requested a stop.
  bool next(LinePair& pair);
  /// Line number of the last pair, from 1.
  int64_t line_number() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// All pairs of a corpus. Throws Error if there are none.
std::vector<LinePair> read_parallel_text(const config::ParallelText& text);

/// Number of tokens on each side of an example, including EOS.
struct PairLengths {
  uint32_t source, target;
};

/// Number of training pairs that each rule dropped.
struct CleaningReport {
  int64_t read = 0;
  int64_t empty = 0;
  int64_t identical = 0;
  int64_t duplicates = 0;
  int64_t too_long = 0;
  int64_t ratio = 0;

  int64_t kept() const { return read - empty - identical - duplicates - too_long - ratio; }
  /// Numbers of pairs read, dropped by each rule (if any) and kept, each on its own line.
  std::string table() const;
};

class FingerprintSet;

/// Selects training pairs according to the rules in `data.*`. A dropped pair counts for the first
/// rule that drops it.
class Cleaning {
 public:
  explicit Cleaning(const config::DataOptions& options);
  ~Cleaning();

  /// Applies the rules for texts, before tokenization.
  bool keeps(const LinePair& pair);
  /// Applies the rules for numbers of tokens, including EOS.
  bool keeps(size_t source_tokens, size_t target_tokens);

  const CleaningReport& report() const { return report_; }

 private:
  config::DataOptions options_;
  CleaningReport report_;
  std::unique_ptr<FingerprintSet> seen_;
};

}  // namespace regard::corpus
