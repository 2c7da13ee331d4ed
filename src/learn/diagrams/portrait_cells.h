#pragma once
#include "architecture/cell.h"
#include "diagrams/sketch.h"
#include "diagrams/subject.h"

namespace regard::diagrams::cells {

/// "RNN", "GRU", "LSTM"
std::string cell_name(ops::Cell cell);

constexpr double kWidth = 720;

/// One step of the first layer of a nn::Recurrent: an RNN, GRU or LSTM cell.
void draw(Sketch& sketch, const Subject& recurrent);

}  // namespace regard::diagrams::cells
