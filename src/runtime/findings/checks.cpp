#include "findings/checks.h"

namespace regard::findings {

const std::vector<CheckRow>& check_table() {
  static const std::vector<CheckRow> kChecks = {
      one_column_check(),     alone_check(),        missing_language_check(),
      draft_check(),          malformed_check(),    nul_check(),
      windows_check(),        broken_check(),       twice_encoded_check(),
      control_check(),        empty_check(),        columns_check(),
      same_check(),           swapped_check(),      duplicate_check(),
      leak_check(),           length_check(),       ratio_check(),
      script_check(),         one_language_check(), language_check(),
      shifted_check(),        misaligned_check(),   placeholders_check(),
      near_duplicate_check(), numbers_check(),      sentences_check(),
  };
  return kChecks;
}

}  // namespace regard::findings
