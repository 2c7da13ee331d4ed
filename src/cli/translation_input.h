#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace regard::cli {

/// Lines to translate together.
class Blocks {
 public:
  virtual ~Blocks() = default;
  /// Empty at the end.
  virtual std::vector<std::string> next() = 0;
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
