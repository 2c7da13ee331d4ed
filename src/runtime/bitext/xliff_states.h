#pragma once
#include <string_view>

namespace regard::bitext {

/// Whether a state of a translation says that it is none yet, or must be reviewed: of XLIFF 1.2
/// "new" and "needs-...", of 2 "initial".
inline bool is_unfinished_state(std::string_view state) {
  return state == "new" || state == "initial" || state.starts_with("needs-");
}

/// Elements of XLIFF that contain codes of another program, or are codes.
inline constexpr std::string_view kXliffCodes[] = {"bpt", "ept", "it", "ph", "sc",
                                                   "ec",  "x",   "bx", "ex"};

}  // namespace regard::bitext
