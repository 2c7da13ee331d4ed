#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace regard::cli {

/// Parses the arguments of a command. Prints its help and returns false if they ask for it.
/// Throws Error that names the nearest option when one is misspelt.
bool parse(CLI::App& command, const std::vector<std::string>& arguments);

}  // namespace regard::cli
