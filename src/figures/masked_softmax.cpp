// The tables of masked softmax that the book prints (d2l 11.3): two sequences of two queries and
// four keys.
#include "regard/ops/masked_softmax.h"

#include "numbers.h"
#include "regard/base/str.h"
#include "regard/draw/heatmap.h"
#include "regard/nn/mask.h"
#include "regard/ops/book_examples.h"

namespace regard::figures {
namespace {

constexpr float kMaskedScore = 1;  // of any size: its weight is 0

/// (sequence, query, key)
torch::Tensor scores_of(const ops::MaskedSoftmaxTable& table) {
  auto scores = torch::full({4, 4}, kMaskedScore);
  for (int64_t row = 0; row < 4; ++row) {
    for (int64_t key = 0; key < 4; ++key) {
      const float weight = table.weights[static_cast<size_t>(row)][static_cast<size_t>(key)];
      if (weight > 0) scores[row][key] = std::log(weight);
    }
  }
  return scores.view({2, 2, 4});
}

torch::Tensor mask_of(const ops::MaskedSoftmaxTable& table) {
  const auto& [a, b, c, d] = table.lengths;
  return table.per_query ? nn::length_mask(torch::tensor({{a, b}, {c, d}}), 4)
                         : nn::length_mask(torch::tensor({a, b}), 4).unsqueeze(1);
}

std::string title_of(const ops::MaskedSoftmaxTable& table, size_t sequence) {
  const auto& lengths = table.lengths;
  return table.per_query
             ? str("lengths ", lengths[2 * sequence], " and ", lengths[2 * sequence + 1])
             : str("length ", lengths[sequence]);
}

/// Both sequences of the tables of one edition: one length for each, then one for each query.
draw::Picture tables_of(const std::string& edition) {
  draw::Heatmaps grid{.title = str("Masked softmax: the numbers of the ", edition, " edition"),
                      .grid_columns = 2,
                      .value_title = "weight",
                      .min = 0,
                      .max = 1,
                      .show_values = true,
                      .decimals = 4};
  for (const auto& table : ops::kMaskedSoftmaxTables) {
    if (table.edition != edition) continue;
    const auto weights = ops::masked_softmax(scores_of(table), mask_of(table));
    for (int64_t sequence = 0; sequence < 2; ++sequence) {
      grid.maps.push_back({.title = title_of(table, static_cast<size_t>(sequence)),
                           .values = matrix(weights[sequence]),
                           .rows = {.title = "query"},
                           .columns = {.title = "key"}});
    }
  }
  return draw::draw(grid);
}

}  // namespace

draw::Picture masked_softmax() {
  return draw::arrange({tables_of("English"), tables_of("Chinese")}, 1);
}

}  // namespace regard::figures
