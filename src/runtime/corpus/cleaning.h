#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "config/data_options.h"
#include "corpus/parallel_reader.h"

namespace regard::corpus {

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
