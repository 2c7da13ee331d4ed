#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// A part of a text that is read as one: a paragraph, a heading, an item of a list.
struct Block {
  std::string indent;  ///< white space and the mark of an item ("- ", "2. ") before it
  std::string text;    ///< its lines joined by spaces; empty: a blank line

  bool operator==(const Block&) const = default;
};

/// The blocks of lines. Lines that follow each other with the same indent are one paragraph, which
/// was wrapped to some width; a blank line, another indent and a mark of a list begin another.
std::vector<Block> blocks_of(const std::vector<std::string>& lines);

}  // namespace regard::text
