// The tables of masked softmax that the book prints (d2l 11.3): two sequences of two queries and
// four keys.
#include "ops/masked_softmax.h"

#include "draw/heatmap.h"
#include "figures/numbers.h"
#include "lessons/book_examples.h"
#include "regard/base/str.h"

namespace regard::figures {
namespace {

std::string title_of(const nn::MaskedSoftmaxTable& table, size_t sequence) {
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
  return draw::arrange({tables_of("English"), tables_of("Chinese")}, 1);
}

}  // namespace regard::figures
