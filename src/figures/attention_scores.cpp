// Additive and scaled dot-product attention on the book's queries, keys and lengths (d2l 11.3).
#include "numbers.h"
#include "regard/draw/heatmap.h"
#include "regard/nn/additive_attention.h"
#include "regard/nn/initialize.h"
#include "regard/nn/mask.h"
#include "regard/ops/dot_product_attention.h"

namespace regard::figures {
namespace {

constexpr int64_t kKeys = 10;
constexpr int64_t kKeySize = 2;

}  // namespace

draw::Picture attention_scores() {
  const torch::NoGradGuard no_grad;
  const auto mask = nn::length_mask(torch::tensor({2, 6}), kKeys).unsqueeze(1);
  const auto values = torch::arange(40.0).reshape({1, kKeys, 4}).repeat({2, 1, 1});
  const auto long_queries = torch::randn({2, 1, 20});         // another size than the keys'
  const auto short_queries = torch::randn({2, 1, kKeySize});  // the same
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
  const auto add_both = [&](const std::string& kind, const torch::Tensor& keys) {
    add("additive, " + kind, additive(long_queries, additive->project_keys(keys), values, mask));
    add("dot product, " + kind,
        ops::dot_product_attention(short_queries, keys, values, mask, true));
  };
  add_both("equal keys", torch::ones({2, kKeys, kKeySize}));
  add_both("random keys", torch::randn({2, kKeys, kKeySize}));
  return draw::draw(grid);
}

}  // namespace regard::figures
