#include "ops/sentence_rows.h"

#include <c10/util/Exception.h>

#include <algorithm>

namespace regard::ops {

torch::Tensor AttentionMask::allowed() const {
  if (!sentences_) return allowed_;
  const auto keys = sentences_->keys.mask().unsqueeze(1).unsqueeze(1);  // (batch, 1, 1, key)
  if (!sentences_->causal) return keys;
  const int64_t queries = sentences_->queries.mask().size(1);
  return keys.expand({-1, -1, queries, -1}).tril();
}

SentenceRows::SentenceRows(const torch::Tensor& lengths, int64_t padded_length) {
  const auto on_cpu = lengths.to(torch::kCPU).contiguous();
  const auto* data = on_cpu.const_data_ptr<int64_t>();
  for (int64_t sentence = 0; sentence < on_cpu.numel(); ++sentence) {
    TORCH_CHECK(data[sentence] >= 0 && data[sentence] <= padded_length, "SentenceRows: length ",
                data[sentence], " in a batch padded to ", padded_length);
    begins_.push_back(begins_.back() + data[sentence]);
    longest_ = std::max(longest_, data[sentence]);
  }
  mask_ = torch::arange(padded_length, lengths.options()) < lengths.unsqueeze(-1);
  places_ = mask_.flatten().nonzero().squeeze(-1);
  positions_ = places_.remainder(padded_length);
}

torch::Tensor SentenceRows::pack(const torch::Tensor& padded) const {
  return padded.flatten(0, 1).index_select(0, places_);
}

torch::Tensor SentenceRows::unpack(const torch::Tensor& rows) const {
  auto sizes = rows.sizes().vec();
  sizes[0] = mask_.numel();
  return torch::zeros(sizes, rows.options())
      .index_copy(0, places_, rows)
      .unflatten(0, mask_.sizes());
}

}  // namespace regard::ops
