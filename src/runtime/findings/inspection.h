#pragma once
#include <string>
#include <vector>

#include "findings/checks.h"
#include "findings/report.h"

namespace regard::findings {

/// The files to check, and how to check them.
struct Inspection {
  std::vector<std::string> files;
  bitext::ReadOptions read = {};
  CheckOptions options = {};
  std::vector<std::string> against = {};
  LanguageOf language_of = {};
  int64_t examples = 3;  ///< number of examples of each kind in reports
};

/// Runs every check on every pair. Reads the files twice. Throws Error for files that cannot be
/// read or have no pairs, and Interrupted if a signal requested a stop.
Report inspect(const Inspection& inspection);

/// Reads the files for the first time and collects the input of the checks.
CheckContext survey_files(const Inspection& inspection);

}  // namespace regard::findings
