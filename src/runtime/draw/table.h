#pragma once
#include <string>
#include <vector>

#include "draw/picture.h"

namespace regard::draw {

/// A table with a head; the first column is left-aligned, the others are centred. Columns are as
/// wide as their text, then share the remaining width.
struct Table {
  std::string title = {};
  std::vector<std::string> head = {};
  std::vector<std::vector<std::string>> rows = {};
  double width = kWidth;
};

/// Throws std::invalid_argument if a row's number of cells differs from the head's.
Picture draw(const Table& table);

}  // namespace regard::draw
