#pragma once
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "findings/check.h"
#include "findings/check_options.h"
#include "findings/survey.h"
#include "findings/word_alignment.h"

namespace regard::findings {

/// Input for creating checks. The context must outlive the checks.
struct CheckContext {
  CheckOptions options = {};
  Survey survey = {};
  std::vector<std::string> against = {};  ///< files with which the checked pairs must not overlap
  std::shared_ptr<const Alignment> alignment = {};  ///< null: too few pairs, or not requested
};

/// A row in the table of checks.
struct CheckRow {
  Kind kind;
  /// Returns null if the check does not apply, for example without a file to compare with.
  std::unique_ptr<Check> (*make)(const Kind& kind, const CheckContext& context);
};

/// All checks, in the order in which they see a pair: the first that drops it counts. To add a
/// check, write its row in a source file, declare it below and list it in checks.cpp.
const std::vector<CheckRow>& check_table();

/// For rows: constructs a check from its kind and, if its constructor needs it, the context.
template <class ACheck>
std::unique_ptr<Check> made(const Kind& kind, const CheckContext& context) {
  if constexpr (std::is_constructible_v<ACheck, const Kind&, const CheckContext&>) {
    return std::make_unique<ACheck>(kind, context);
  } else {
    return std::make_unique<ACheck>(kind);
  }
}

CheckRow one_column_check();
CheckRow alone_check();
CheckRow missing_language_check();
CheckRow draft_check();
CheckRow malformed_check();
CheckRow columns_check();
CheckRow nul_check();
CheckRow windows_check();
CheckRow broken_check();
CheckRow twice_encoded_check();
CheckRow control_check();
CheckRow empty_check();
CheckRow same_check();
CheckRow swapped_check();
CheckRow duplicate_check();
CheckRow near_duplicate_check();
CheckRow leak_check();
CheckRow length_check();
CheckRow ratio_check();
CheckRow script_check();
CheckRow one_language_check();
CheckRow language_check();
CheckRow placeholders_check();
CheckRow numbers_check();
CheckRow shifted_check();
CheckRow misaligned_check();
CheckRow sentences_check();

}  // namespace regard::findings
