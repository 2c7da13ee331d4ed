#pragma once
#include <span>
#include <string_view>

namespace regard::cli {

/// An environment variable that regard reads, or several that belong together.
struct EnvironmentVariable {
  std::string_view names;  ///< "XDG_STATE_HOME, HOME"
  std::string_view sentence;
  std::string_view command;  ///< the one that reads it; empty: all may
};

std::span<const EnvironmentVariable> environment_variables();

}  // namespace regard::cli
