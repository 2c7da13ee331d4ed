// The book's example of masked softmax (d2l 11.3): two sequences of two queries and four keys.
#include "regard/ops/masked_softmax.h"

#include "numbers.h"
#include "regard/draw/heatmap.h"
#include "regard/nn/mask.h"

namespace regard::figures {

draw::Picture masked_softmax() {
  const auto scores = torch::rand({2, 2, 4});
  const auto per_sequence = torch::tensor({2, 3});
  const auto per_query = torch::tensor({{1, 3}, {2, 4}});
  struct Mask {
    std::vector<std::string> names;  // for each sequence
    torch::Tensor mask;
  };
  const std::vector<Mask> masks = {
      {{"no mask", "no mask"}, {}},
      {{"2 keys", "3 keys"}, nn::length_mask(per_sequence, 4).unsqueeze(1)},
      {{"1 and 3 keys", "2 and 4 keys"}, nn::length_mask(per_query, 4)}};

  draw::Heatmaps grid{.title = "Masked softmax of random scores, for two sequences",
                      .grid_columns = masks.size(),
                      .value_title = "weight",
                      .min = 0,
                      .max = 1,
                      .show_values = true};
  for (int64_t sequence = 0; sequence < 2; ++sequence) {
    for (const auto& [names, mask] : masks) {
      grid.maps.push_back({.title = names[static_cast<size_t>(sequence)],
                           .values = matrix(ops::masked_softmax(scores, mask)[sequence]),
                           .rows = {.title = "query"},
                           .columns = {.title = "key"}});
    }
  }
  return draw::draw(grid);
}

}  // namespace regard::figures
