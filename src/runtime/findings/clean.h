#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "findings/check_run.h"
#include "findings/inspection.h"

namespace regard::findings {

struct CleanOptions {
  std::string output;  ///< file for source<TAB>target lines with further columns; may end in .gz
  /// Separate output files for the pairs of some input files, by the input file's path.
  std::map<std::string, std::string> output_of_file = {};
  std::string rejected =
      {};  ///< file for FILE:LINE, kind, detail and the original line; empty: not written
  Actions actions = {};
  bool strict = false;  ///< whether a line that is not a pair, or is not UTF-8, is an Error
};

/// The results of cleaning.
struct CleanReport {
  int64_t pairs = 0;
  int64_t kept = 0;
  int64_t mended = 0;                                      ///< kept pairs that were mended
  std::string source_language = {}, target_language = {};  ///< empty: undetermined
  std::string warning = {};                                ///< Survey::warning()
  /// Findings of each kind that dropped or mended pairs, with examples. A pair counts only for the
  /// first kind that drops it.
  std::vector<Finding> findings = {};

  /// The number of pairs, a line for each kind, and the number of pairs kept.
  std::string table() const;
};

/// Writes the good pairs in order, mended where that is safe. The files appear only when everything
/// is done. The same pairs and options give the same bytes. Uses at most 24 bytes per pair plus 100
/// MiB of memory. Throws the same errors as inspect(), and Error for two texts with different
/// numbers of lines, for an output name with the suffix of a different format, and, after writing
/// `rejected`, if no pair is good.
CleanReport clean(const Inspection& inspection, const CleanOptions& options);

/// The names of the kinds whose default action is `action` and can be changed: "duplicate, leak".
std::string names_of_kinds(Action action);

/// Builds the actions from lists of kinds. Throws Error for an unknown name, and for a kind that
/// cannot be kept.
Actions actions_of(const std::vector<std::string>& dropped, const std::vector<std::string>& kept);

}  // namespace regard::findings
