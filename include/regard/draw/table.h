#pragma once
#include <string>
#include <vector>

#include "regard/draw/picture.h"

namespace regard::draw {

/// A table with a head; the first column is set left, the others are centred. Columns are as wide
/// as their text, then share what is left of the width.
struct Table {
  std::string title = {};
  std::vector<std::string> head = {};
  std::vector<std::vector<std::string>> rows = {};
  double width = kWidth;
};

/// Throws std::invalid_argument where a row has not as many cells as the head.
Picture draw(const Table& table);

}  // namespace regard::draw
