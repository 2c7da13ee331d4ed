// Additive and scaled dot-product attention on the book's queries, keys and lengths (d2l 11.3).
#include "draw/heatmap.h"
#include "draw/page.h"
#include "figures/learner.h"
#include "nn/additive_attention.h"
#include "nn/linear.h"
#include "nn/mask.h"
#include "ops/head_attention.h"
#include "regard/base/str.h"

namespace regard::figures {
namespace {

constexpr int64_t kKeys = 10;
constexpr int64_t kKeySize = 2;

/// The outputs as the book prints them: "2, 3, 4, 5".
std::vector<std::string> output_row(const std::string& score, const ops::Attended& attended) {
  std::vector<std::string> row = {score};
  for (const auto& output : attended.context.squeeze(1).unbind(0)) {
    row.push_back(join(numbers(output), ", ", [](double value) { return draw::label(value, 4); }));
  }
  return row;
}

}  // namespace

draw::Picture attention_scores() {
  const torch::NoGradGuard no_grad;
  const auto mask = nn::length_mask(torch::tensor({2, 6}), kKeys).unsqueeze(1);
  const auto values = torch::arange(40.0).reshape({1, kKeys, 4}).repeat({2, 1, 1});
  const auto long_queries = torch::randn({2, 1, 20});         // not the size of the keys
  const auto short_queries = torch::randn({2, 1, kKeySize});  // the size of the keys
  nn::AdditiveAttention additive(
      nn::AdditiveAttentionOptions{.query_size = 20, .key_size = kKeySize, .hidden_size = 8});
  nn::initialize(*additive);

  draw::Heatmaps grid{.title = "Attention weights with 2 and 6 valid keys of 10",
                      .grid_columns = 2,
                      .value_title = "attention weight",
                      .min = 0,
                      .map_height = 60};
  const auto add = [&](const std::string& title, const ops::Attended& attended) {
    grid.maps.push_back({.title = title,
                         .values = matrix(attended.weights.squeeze(1)),
                         .rows = {.title = "sequence", .labels = {"1", "2"}},
                         .columns = {.title = "key"}});
  };
  draw::Table outputs{.title = "Outputs with equal keys: the book's numbers",
                      .head = {"score", "sequence 1", "sequence 2"}};
  for (const bool equal : {true, false}) {
    const std::string kind = equal ? "equal keys" : "random keys";
    const auto keys =
        equal ? torch::ones({2, kKeys, kKeySize}) : torch::randn({2, kKeys, kKeySize});
    const auto sum = additive(long_queries, additive->project_keys(keys), values, mask);
    const auto product = ops::dot_product_attention(short_queries, keys, values, mask, true);
    add("additive, " + kind, sum);
    add("dot product, " + kind, product);
    if (equal) outputs.rows = {output_row("additive", sum), output_row("dot product", product)};
  }
  return draw::arrange({draw::draw(grid), draw::draw(outputs)}, 1);
}

}  // namespace regard::figures
