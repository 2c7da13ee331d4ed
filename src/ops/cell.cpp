#include "regard/ops/cell.h"

#include <c10/util/Exception.h>

namespace regard::ops {

Cell cell_from_name(const std::string& name, const std::string& reset) {
  if (name == "gru") return reset == "before" ? Cell::gru_reset_before : Cell::gru;
  if (name == "lstm") return Cell::lstm;
  if (name == "rnn" || name == "rnn_tanh") return Cell::rnn_tanh;
  if (name == "rnn_relu") return Cell::rnn_relu;
  TORCH_CHECK(false, "cell_from_name: unknown cell '", name, "'");
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
