#include "regard/nn/sentence_rows.h"

#include <c10/util/Exception.h>

#include <algorithm>

#include "regard/nn/mask.h"

namespace regard::nn {

SentenceRows::SentenceRows(const torch::Tensor& lengths, int64_t padded_length) {
  const auto on_cpu = lengths.to(torch::kCPU).contiguous();
  const auto* data = on_cpu.const_data_ptr<int64_t>();
  for (int64_t sentence = 0; sentence < on_cpu.numel(); ++sentence) {
    TORCH_CHECK(data[sentence] >= 0 && data[sentence] <= padded_length, "SentenceRows: length ",
                data[sentence], " in a batch padded to ", padded_length);
    begins_.push_back(begins_.back() + data[sentence]);
    longest_ = std::max(longest_, data[sentence]);
  }
  places_ = length_mask(lengths, padded_length).flatten().nonzero().squeeze(-1);
  positions_ = places_.remainder(padded_length);
}

torch::Tensor SentenceRows::pack(const torch::Tensor& padded) const {
  return padded.flatten(0, 1).index_select(0, places_);
}

}  // namespace regard::nn
