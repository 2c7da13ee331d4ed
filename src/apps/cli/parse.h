#pragma once
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace regard::cli {

/// Parses the arguments of a command. Prints its help and returns false if requested. Throws Error,
/// naming the nearest option, for a misspelt one.
bool parse(CLI::App& command, const std::vector<std::string>& arguments);

}  // namespace regard::cli
