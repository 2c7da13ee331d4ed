#pragma once
#include <torch/types.h>

#include <algorithm>
#include <string>
#include <vector>

#include "text/tokenizer_pair.h"

namespace regard::test {

/// Sources of many lengths for the tiny model.
struct TinySources {
  torch::Tensor ids, lengths;

  TinySources(const text::TokenizerPair& tokenizers, const std::vector<std::string>& lines) {
    std::vector<std::vector<int64_t>> rows;
    size_t longest = 0;
    for (const auto& line : lines) {
      rows.push_back(tokenizers.encode_source(line));
      longest = std::max(longest, rows.back().size());
    }
    ids = torch::zeros({static_cast<int64_t>(rows.size()), static_cast<int64_t>(longest)},
                       torch::kInt64);
    lengths = torch::zeros({static_cast<int64_t>(rows.size())}, torch::kInt64);
    for (size_t row = 0; row < rows.size(); ++row) {
      const auto count = static_cast<int64_t>(rows[row].size());
      ids[static_cast<int64_t>(row)].slice(0, 0, count).copy_(torch::tensor(rows[row]));
      lengths[static_cast<int64_t>(row)] = count;
    }
  }
};

}  // namespace regard::test
