#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "findings/check_run.h"
#include "findings/inspection.h"

namespace regard::findings {

struct CleanOptions {
  std::string output;  ///< source<TAB>target lines with further columns; .gz is compressed
  /// Files whose pairs go to an output of their own.
  std::map<std::string, std::string> output_of_file = {};
  std::string rejected =
      {};  ///< FILE:LINE, kind, detail and the unchanged line; empty: not written
  Actions actions = {};
  bool strict = false;  ///< a line that is not a pair, or is not UTF-8, is an Error
};

/// What became of the pairs.
struct CleanReport {
  int64_t pairs = 0;
  int64_t kept = 0;
  int64_t mended = 0;                                      ///< of those kept
  std::string source_language = {}, target_language = {};  ///< empty: cannot be told
  std::string warning = {};                                ///< Survey::warning()
  /// What each kind dropped or mended, with examples. A pair counts under the first kind that
  /// drops it.
  std::vector<Finding> findings = {};

  /// A line for each, after the number of pairs and before that of the pairs kept.
  std::string table() const;
};

/// Writes the good pairs, mended where that is sure, in their order. The files appear when all is
/// done. The same pairs and options give the same bytes. Memory: 24 bytes a pair at most, and 100
/// MiB. Throws Error as inspect() does, for two texts of different numbers of lines, for an output
/// whose name ends as other formats do, and, with `rejected` written, if no pair is good.
CleanReport clean(const Inspection& inspection, const CleanOptions& options);

/// The names of the kinds that have an action by default and may have another: "duplicate, leak".
std::string names_of_kinds(Action action);

/// The actions of lists of kinds. Throws Error for a name that no kind has, and for a kind that
/// cannot be kept.
Actions actions_of(const std::vector<std::string>& dropped, const std::vector<std::string>& kept);

}  // namespace regard::findings
