#include "trainer/word_dropout.h"

#include <torch/utils.h>

#include "text/special_tokens.h"

namespace regard::train {

torch::Tensor word_dropout(const torch::Tensor& tokens, double rate) {
  if (rate == 0) return tokens;
  const auto drawn = torch::rand(tokens.sizes(), tokens.options().dtype(torch::kFloat32));
  return tokens.masked_fill((drawn < rate).logical_and(tokens > text::kEos), text::kUnk);
}

}  // namespace regard::train
