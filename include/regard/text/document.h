#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// A unit of running text: a paragraph, a heading, a list item.
struct Block {
  std::string indent;  ///< white space and the item's mark ("- ", "2. ") before it
  std::string text;    ///< its lines joined by spaces; empty: a blank line

  bool operator==(const Block&) const = default;
};

/// Splits lines into blocks. Consecutive lines with the same indent are one wrapped paragraph; a
/// blank line, another indent or a list mark starts a new block.
std::vector<Block> blocks_of(const std::vector<std::string>& lines);

}  // namespace regard::text
