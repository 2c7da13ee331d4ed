#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard::metrics {

/// A table in box-drawing characters: the first column to the right, the others in the middle. A
/// cell may have several lines.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> titles);

  /// `row` has a cell for each title.
  void add(const std::vector<std::string>& row);

  std::string text() const;

 private:
  using Lines = std::vector<std::string>;

  std::string rule(std::string_view left, std::string_view bar, std::string_view middle,
                   std::string_view right) const;
  std::string line(const std::vector<Lines>& cells, std::size_t number) const;

  std::vector<std::size_t> widths_;       ///< of columns, in characters
  std::vector<std::vector<Lines>> rows_;  ///< the titles first
};

}  // namespace regard::metrics
