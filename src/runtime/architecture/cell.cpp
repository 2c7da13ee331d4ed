#include "architecture/cell.h"

namespace regard::ops {

Cell cell_of(CellName name, Reset reset) {
  switch (name) {
    case CellName::lstm:
      return Cell::lstm;
    case CellName::rnn:
      return Cell::rnn_tanh;
    case CellName::rnn_relu:
      return Cell::rnn_relu;
    default:
      return reset == Reset::before ? Cell::gru_reset_before : Cell::gru;
  }
}

int64_t gates_of(Cell cell) {
  switch (cell) {
    case Cell::gru:
    case Cell::gru_reset_before:
      return 3;
    case Cell::lstm:
      return 4;
    default:
      return 1;
  }
}

}  // namespace regard::ops
