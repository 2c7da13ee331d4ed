#include "engine/selectable_matrix.h"

#include <algorithm>
#include <cstring>

namespace regard::engine {
SelectableMatrix::SelectableMatrix(const PackedMatrix& packed)
    : packed_(packed),
      cells_(packed.cells_of_output()),
      rows_(static_cast<size_t>(packed.outputs() * cells_ * kCell)) {
  for (int64_t output = 0; output < packed.outputs(); ++output) {
    const char* column =
        packed.cells() + (output / kPanel * cells_ * kPanel + output % kPanel) * kCell;
    char* row = rows_.data() + output * cells_ * kCell;
    for (int64_t cell = 0; cell < cells_; ++cell) {
      std::memcpy(row + cell * kCell, column + cell * kPanel * kCell, kCell);
    }
  }
}

void SelectableMatrix::select(std::span<const int32_t> outputs, PackedMatrix& selected) const {
  char* panel = selected.become_selection_of(packed_, outputs);
  while (!outputs.empty()) {
    const size_t columns = std::min(outputs.size(), static_cast<size_t>(kPanel));
    const char* rows[kPanel];
    for (size_t column = 0; column < columns; ++column) {
      rows[column] = rows_.data() + outputs[column] * cells_ * kCell;
    }
    for (int64_t cell = 0; cell < cells_; ++cell) {
      char* to = panel + cell * kPanel * kCell;
      for (size_t column = 0; column < columns; ++column) {
        std::memcpy(to + static_cast<int64_t>(column) * kCell, rows[column] + cell * kCell, kCell);
      }
    }
    panel += cells_ * kPanel * kCell;
    outputs = outputs.subspan(columns);
  }
}

}  // namespace regard::engine
