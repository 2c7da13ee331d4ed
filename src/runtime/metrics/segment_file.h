#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regard::metrics {

/// A text to score, one segment per line, read like sacreBLEU: lines end only at "\n", and trailing
/// white space is ignored. A byte order mark is part of the text.
struct SegmentFile {
  /// A character inside a line at which other programs end the line.
  struct OddBreak {
    std::size_t line;  ///< 1-based line number
    std::string name;  ///< "U+2028 (line separator)"
  };

  std::string name;
  std::vector<std::string> lines;
  /// The first odd break: the usual reason why two files differ in their number of lines.
  std::optional<OddBreak> odd_break;
};

/// Reads a plain or gzip-compressed file. Throws Error if it cannot be read or is not UTF-8.
SegmentFile read_segments(const std::string& path);
/// Parses a text in memory; `name` identifies it in messages.
SegmentFile parse_segments(std::string_view text, const std::string& name);

/// Throws Error if a reference's number of lines differs from the system's. The message has both
/// numbers and the first odd line break.
void check_same_length(const SegmentFile& system, std::span<const SegmentFile> references);

}  // namespace regard::metrics
