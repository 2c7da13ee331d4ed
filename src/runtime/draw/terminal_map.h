#pragma once
#include <string>
#include <vector>

namespace regard::draw {

/// Weights from 0 to 1 between two lists of words.
struct TerminalMap {
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<float>> weights = {};  ///< a list for each row
};

/// The map as lines of text: the words of the columns from top to bottom above it, and for each
/// weight a block that is the fuller the larger it is. Columns that do not fit into `width`
/// characters are left out, and "…" stands for them.
std::string terminal_text(const TerminalMap& map, size_t width);

}  // namespace regard::draw
