#pragma once
#include <string>
#include <vector>

#include "findings/checks.h"
#include "findings/report.h"

namespace regard::findings {

/// What to check, and how.
struct Inspection {
  std::vector<std::string> files;
  bitext::ReadOptions read = {};
  CheckOptions options = {};
  std::vector<std::string> against = {};
  LanguageOf language_of = {};
  int64_t examples = 3;  ///< of each kind, in reports
};

/// Puts every pair to every check. Reads the files twice. Throws Error for files that cannot be
/// read, or that have no pairs, and Interrupted.
Report inspect(const Inspection& inspection);

/// The first of the two readings, and what checks are made from.
CheckContext survey_files(const Inspection& inspection);

}  // namespace regard::findings
