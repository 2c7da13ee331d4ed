// Causal mask and padding mask, alone and together.
#include "numbers.h"
#include "regard/draw/heatmap.h"
#include "regard/nn/mask.h"

namespace regard::figures {

draw::Picture masks() {
  constexpr int64_t size = 8;
  const auto lengths = torch::tensor({8, 5, 2});
  const auto causal = nn::causal_mask(size, size, torch::kCPU);
  const auto padding = nn::length_mask(lengths, size);  // (batch, size)
  const auto both = causal & padding[1];
  return draw::draw(draw::Heatmaps{.title = "Where a query may attend: 1 yes, 0 no",
                                   .maps = {{.title = "causal",
                                             .values = matrix(causal),
                                             .rows = {.title = "query position"},
                                             .columns = {.title = "key position"}},
                                            {.title = "padding",
                                             .values = matrix(padding),
                                             .rows = {.title = "length", .labels = {"8", "5", "2"}},
                                             .columns = {.title = "key position"}},
                                            {.title = "both, length 5",
                                             .values = matrix(both),
                                             .rows = {.title = "query position"},
                                             .columns = {.title = "key position"}}},
                                   .grid_columns = 3,
                                   .min = 0,
                                   .max = 1});
}

}  // namespace regard::figures
