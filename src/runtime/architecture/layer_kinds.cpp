#include "architecture/layer_kinds.h"

#include <algorithm>
#include <cmath>

#include "regard/base/error.h"

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

namespace regard::nn {

std::vector<double> sinusoid_frequencies(int64_t size, SinusoidLayout layout) {
  const int64_t count = size / 2;
  const int64_t steps =  // between frequencies 1 and 1 / 10000
      layout == SinusoidLayout::half_t2t ? std::max<int64_t>(count - 1, 1) : count;
  std::vector<double> falling;
  for (int64_t j = 0; j < count; ++j) {
    falling.push_back(std::pow(10000.0, -static_cast<double>(j) / static_cast<double>(steps)));
  }
  return falling;
}

}  // namespace regard::nn

namespace regard::model {

void check_tied_vocabularies(TiedEmbeddings tied, int64_t source_vocab, int64_t target_vocab,
                             bool shared_vocab) {
  if (tied != TiedEmbeddings::all || (shared_vocab && source_vocab == target_vocab)) return;
  throw Error("is all, but source and target have separate vocabularies", "model.tied_embeddings",
              "use target, or train one tokenizer for both (tokenizer.joint: true)");
}

}  // namespace regard::model
