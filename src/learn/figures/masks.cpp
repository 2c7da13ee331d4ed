#include <limits>

#include "draw/heatmap.h"
#include "figures/learner.h"
#include "lessons/kernel_regression.h"
#include "nn/mask.h"
#include "ops/head_attention.h"
#include "regard/base/str.h"

// The masks of the Transformer's three kinds of attention.
namespace regard::figures {

draw::Picture masks() {
  constexpr int64_t size = 8, length = 5;
  const auto lengths = torch::tensor({8, 5, 2});
  const auto causal = nn::causal_mask(size, size, torch::kCPU);
  const auto padding = nn::length_mask(lengths, size);  // (batch, size)
  // The decoder has no padding mask: queries before the end of a short sentence do not see what
  // follows, and the results of later queries are not used.
  auto decoder = matrix(causal);
  for (size_t query = length; query < decoder.size(); ++query) {
    decoder[query].assign(size, std::numeric_limits<double>::quiet_NaN());
  }
  return draw::draw(draw::Heatmaps{.title = "Where a query may attend (blank: padding, not used)",
                                   .maps = {{.title = "decoder: causal",
                                             .values = matrix(causal),
                                             .rows = {.title = "query position"},
                                             .columns = {.title = "key position"}},
                                            {.title = "encoder, cross: padding",
                                             .values = matrix(padding),
                                             .rows = {.title = "length", .labels = {"8", "5", "2"}},
                                             .columns = {.title = "key position"}},
                                            {.title = "decoder, length 5",
                                             .values = decoder,
                                             .rows = {.title = "query position"},
                                             .columns = {.title = "key position"}}},
                                   .grid_columns = 3,
                                   .categories = {"may not attend", "may attend"}});
}

}  // namespace regard::figures

// The book's tables of masked softmax (d2l 11.3): two sequences of two queries and four keys.
namespace regard::figures {
namespace {

std::string title_of(const nn::MaskedSoftmaxTable& table, size_t sequence) {
  const auto& lengths = table.lengths;
  return table.per_query
             ? str("lengths ", lengths[2 * sequence], " and ", lengths[2 * sequence + 1])
             : str("length ", lengths[sequence]);
}

/// The tables of one edition: with one length per sequence, then with one per query.
draw::Picture tables_of(const std::string& edition) {
  draw::Heatmaps grid{.title = str("Masked softmax: the numbers of the ", edition, " edition"),
                      .grid_columns = 2,
                      .value_title = "weight",
                      .min = 0,
                      .max = 1,
                      .show_values = true,
                      .decimals = 4};
  for (const auto& table : nn::kMaskedSoftmaxTables) {
    if (table.edition != edition) continue;
    const auto weights = ops::masked_softmax(table.scores(), table.mask());
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
  return draw::arrange({tables_of("English"), tables_of("Chinese"), tables_of("MXNet")}, 1);
}

}  // namespace regard::figures
