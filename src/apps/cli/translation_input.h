#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace regard::cli {

/// Lines to translate together, and what ends each of them in a file: \n or \r\n.
struct InputLines {
  std::vector<std::string> texts = {};
  std::vector<std::string_view> ends = {};  ///< fewer: the others end in \n
};

class Blocks {
 public:
  virtual ~Blocks() = default;
  /// Empty at the end.
  virtual InputLines next() = 0;
  /// Whether a byte order mark stands before the first line.
  virtual bool has_byte_order_mark() const { return false; }
  /// 0: unknown.
  virtual int64_t line_count() const = 0;
};

/// Throws Error for a line of a binary file, which has a byte of value 0.
void check_is_not_binary(const std::string& line, const std::string& where);

/// The lines given on the command line, each a text; if there are none, the lines of a file or of
/// standard input ("-").
std::unique_ptr<Blocks> lines_of(const std::vector<std::string>& texts, const std::string& input,
                                 int64_t batch_size);

}  // namespace regard::cli
