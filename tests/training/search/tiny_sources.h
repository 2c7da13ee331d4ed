#pragma once
#include <torch/types.h>

#include <span>
#include <string>
#include <vector>

#include "module_search/batches.h"
#include "text/tokenizer_pair.h"

namespace regard::test {

/// Sources of many lengths for the tiny model.
struct TinySources {
  std::vector<std::vector<int64_t>> tokens;
  torch::Tensor ids, lengths;  ///< as a model reads them

  TinySources(const text::TokenizerPair& tokenizers, const std::vector<std::string>& lines) {
    for (const auto& line : lines) tokens.push_back(tokenizers.encode_source(line));
    const std::vector<std::span<const int64_t>> rows(tokens.begin(), tokens.end());
    ids = translate::padded(rows, torch::kCPU);
    lengths = translate::lengths_of(rows, torch::kCPU);
  }
};

}  // namespace regard::test
