#include "corpus/shuffle.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::corpus {

std::vector<Segments> sequential_partition(int64_t tokens, int64_t rows, int64_t steps,
                                           int64_t offset) {
  const int64_t row_length = (tokens - offset - 1) / rows;
  std::vector<Segments> minibatches;
  for (int64_t begin = 0; begin + steps <= row_length; begin += steps) {
    Segments segments;
    for (int64_t row = 0; row < rows; ++row) segments.push_back(offset + row * row_length + begin);
    minibatches.push_back(std::move(segments));
  }
  return minibatches;
}

int64_t count_segments(int64_t tokens, int64_t steps, int64_t offset) {
  return (tokens - offset - 1) / steps;
}

std::vector<Segments> random_partition(int64_t rows, int64_t steps, int64_t offset,
                                       std::span<const int64_t> order) {
  std::vector<Segments> minibatches;
  const auto size = static_cast<size_t>(rows);
  for (size_t first = 0; first + size <= order.size(); first += size) {
    Segments segments;
    for (const int64_t number : order.subspan(first, size)) {
      segments.push_back(offset + number * steps);
    }
    minibatches.push_back(std::move(segments));
  }
  return minibatches;
}

void check_position(SamplerPosition position, int64_t batches) {
  if (position.batch >= 0 && position.batch < batches) return;
  throw Error(str("the run stopped at batch ", position.batch, " of pool ", position.pool,
                  " of epoch ", position.epoch, ", which has only ", batches, " batches"),
              "data.train", "continue with the texts and batch sizes of the original run",
              ExitCode::failure);
}

}  // namespace regard::corpus
