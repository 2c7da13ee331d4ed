// The masks of the Transformer's three kinds of attention.
#include <limits>

#include "draw/heatmap.h"
#include "figures/numbers.h"
#include "nn/mask.h"

namespace regard::figures {

draw::Picture masks() {
  constexpr int64_t size = 8, length = 5;
  const auto lengths = torch::tensor({8, 5, 2});
  const auto causal = nn::causal_mask(size, size, torch::kCPU);
  const auto padding = nn::length_mask(lengths, size);  // (batch, size)
  // The decoder has no padding mask: where a sentence ends early, no query before its end sees
  // what is after it, and the results of the others are not used.
  auto decoder = matrix(causal);
  for (size_t query = length; query < decoder.size(); ++query) {
    decoder[query].assign(size, std::numeric_limits<double>::quiet_NaN());
  }
  return draw::draw(
      draw::Heatmaps{.title = "Where a query may attend",
                     .maps = {{.title = "decoder: causal",
                               .values = matrix(causal),
                               .rows = {.title = "query position"},
                               .columns = {.title = "key position"}},
                              {.title = "encoder, cross: padding",
                               .values = matrix(padding),
                               .rows = {.title = "length", .labels = {"8", "5", "2"}},
                               .columns = {.title = "key position"}},
                              {.title = "decoder, length 5 (blank: padding, not used)",
                               .values = decoder,
                               .rows = {.title = "query position"},
                               .columns = {.title = "key position"}}},
                     .grid_columns = 3,
                     .categories = {"may not attend", "may attend"}});
}

}  // namespace regard::figures
