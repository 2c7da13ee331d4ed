#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regard::metrics {

/// A text to score, one segment per line, read like sacreBLEU: lines end only at "\n", and
/// trailing white space is ignored. A byte order mark is text.
struct SegmentFile {
  /// A character inside a line at which other programs end the line.
  struct OddBreak {
    std::size_t line;  ///< line number from 1
    std::string name;  ///< "U+2028 (line separator)"
  };

  std::string name;
  std::vector<std::string> lines;
  /// The first one: the usual reason why two files differ in their number of lines.
  std::optional<OddBreak> odd_break;
};

/// Reads a plain or gzip-compressed file. Throws Error if it cannot be read or is not UTF-8.
SegmentFile read_segments(const std::string& path);
/// Reads a text in memory; `name` is its name in messages.
SegmentFile parse_segments(std::string_view text, const std::string& name);

/// Throws Error, with both numbers of lines and the first odd line break, unless all references are
/// as long as the system.
void check_same_length(const SegmentFile& system, std::span<const SegmentFile> references);

}  // namespace regard::metrics
