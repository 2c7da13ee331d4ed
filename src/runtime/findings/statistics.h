#pragma once
#include <cstdint>

#include "findings/report.h"
#include "findings/subject.h"

namespace regard::findings {

/// Counts words, encodings, languages, lengths and sentences for a report.
class Statistics {
 public:
  Statistics();

  /// Counts the encoding of a pair's lines, before any check mends it.
  void count_encoding(Subject& subject);
  /// Counts a pair with two sides, after mending.
  void count(Subject& subject);

  void put_into(Report& report) const;

 private:
  std::array<SideCounts, 2> sides_;
  Histogram words_, ratios_, sentences_;
};

}  // namespace regard::findings
