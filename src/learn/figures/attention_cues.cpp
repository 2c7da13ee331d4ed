// Nonvolitional cues: keys alone. Volitional cues: queries meet keys. Sharper from left to right.
#include <cmath>

#include "draw/heatmap.h"
#include "figures/numbers.h"
#include "ops/dot_product_attention.h"
#include "regard/base/str.h"

namespace regard::figures {
namespace {

constexpr int64_t kPositions = 10;

// Weights (query, key) of dot-product attention at this sharpness, without its division by sqrt(d).
torch::Tensor weights(const torch::Tensor& queries, const torch::Tensor& keys, double sharpness) {
  const double scale = sharpness * std::sqrt(static_cast<double>(keys.size(1)));
  return ops::dot_product_attention(queries * scale, keys, keys, {}, true).weights;
}

}  // namespace

draw::Picture attention_cues() {
  // Keys of different salience, and a query that depends on salience alone.
  const auto salience = torch::rand({kPositions, 1});
  const auto no_query = torch::ones({kPositions, 1});
  // A key for each query.
  const auto alike = torch::eye(kPositions);
  draw::Heatmaps grid{.title = "Keys alone, and queries that meet keys",
                      .grid_columns = 3,
                      .value_title = "attention weight",
                      .min = 0,
                      .max = 1};
  const auto add = [&](const std::string& title, const torch::Tensor& map) {
    grid.maps.push_back({.title = title,
                         .values = matrix(map),
                         .rows = {.title = "query"},
                         .columns = {.title = "key"}});
  };
  for (const double sharpness : {1.0, 4.0, 16.0}) {
    add(str("keys only, sharpness ", draw::label(sharpness)),
        weights(no_query, salience, sharpness));
  }
  for (const double sharpness : {1.0, 4.0}) {
    add(str("queries, sharpness ", draw::label(sharpness)), weights(alike, alike, sharpness));
  }
  add("queries, identity", torch::eye(kPositions));  // the book's map (d2l 11.1)
  return draw::draw(grid);
}

}  // namespace regard::figures
