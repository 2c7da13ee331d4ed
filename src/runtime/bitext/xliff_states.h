#pragma once
#include <string_view>

namespace regard::bitext {

/// Whether the state says that a translation is missing or must be reviewed: "new" and "needs-..."
/// in XLIFF 1.2, "initial" in version 2.
inline bool is_unfinished_state(std::string_view state) {
  return state == "new" || state == "initial" || state.starts_with("needs-");
}

/// XLIFF elements that contain or represent codes of another program.
inline constexpr std::string_view kXliffCodes[] = {"bpt", "ept", "it", "ph", "sc",
                                                   "ec",  "x",   "bx", "ex"};

}  // namespace regard::bitext
