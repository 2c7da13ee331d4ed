#include <torch/utils.h>

#include <algorithm>
#include <numeric>

#include "batches/batch.h"
#include "claims/claim_table.h"
#include "claims/small_models.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

using Maps = std::vector<model::AttentionMap>;

constexpr size_t kLookedAt = 40;  // held-out sentences whose maps are compared

std::string output_weight_of(const model::AttentionMap& map) {
  using Kind = model::AttentionMap::Kind;
  const bool in_encoder = map.kind == Kind::encoder;
  const char* name = in_encoder                  ? "attention"
                     : map.kind == Kind::decoder ? "attention1"
                                                 : "attention2";
  return str(in_encoder ? "encoder" : "decoder", ".blks.block", map.layer, '.', name,
             ".W_o.weight");
}

/// Distances (heads, heads): the mean of ½ Σ |a − b| over all queries, 0 if two heads agree.
torch::Tensor distances(const std::vector<Maps>& sentences, size_t layer) {
  torch::Tensor sum;
  double queries = 0;
  for (const auto& maps : sentences) {
    const auto weights = maps[layer].weights[0];  // (heads, query, key)
    const auto apart = (weights.unsqueeze(0) - weights.unsqueeze(1)).abs().sum({-1, -2}) / 2;
    sum = sum.defined() ? sum + apart : apart;
    queries += static_cast<double>(weights.size(1));
  }
  return sum / queries;
}

std::vector<Maps> maps_of(model::Seq2SeqModel& model, size_t sentences) {
  std::vector<Maps> maps;
  const auto& examples = small_data().held_out_examples;
  for (size_t i = 0; i < std::min(sentences, examples.size()); ++i) {
    const std::vector<size_t> row = {i};
    const auto batch = corpus::make_batch(examples, row);
    maps.push_back(model.attention(batch.source, batch.source_lengths, batch.target_input));
  }
  return maps;
}

/// The loss without a head of the layer, that is, with its columns of W_o set to 0.
double loss_without(model::Seq2SeqModel& model, const model::AttentionMap& layer, int64_t head) {
  auto weight = model.named_parameters()[output_weight_of(layer)];
  const int64_t width = weight.size(1) / layer.weights.size(1);
  auto columns = weight.slice(1, head * width, (head + 1) * width);
  const auto kept = columns.clone();
  columns.zero_();
  const double loss = figures::loss_of(model, small_data().held_out_examples);
  columns.copy_(kept);
  return loss;
}

/// Cost of pruning the cheaper of two heads in a layer (nats).
struct Pairs {
  double alike = 0;   ///< cost for the most similar pair
  double unlike = 0;  ///< cost for the least similar pair
};

Pairs cheaper_heads(const torch::Tensor& apart, const std::vector<double>& costs) {
  double nearest = 2, farthest = -1;
  Pairs pairs;
  for (int64_t head = 0; head < apart.size(0); ++head) {
    for (int64_t other = 0; other < head; ++other) {
      const auto distance = apart[head][other].item<double>();
      const double cost =
          std::min(costs[static_cast<size_t>(head)], costs[static_cast<size_t>(other)]);
      if (distance < nearest) pairs.alike = cost;
      if (distance > farthest) pairs.unlike = cost;
      nearest = std::min(nearest, distance);
      farthest = std::max(farthest, distance);
    }
  }
  return pairs;
}

Measurements measure_pruning(const Attempt& attempt) {
  const torch::NoGradGuard no_grad;
  const auto model = shared_model(figures::small_transformer(), attempt);
  const auto maps = maps_of(*model, static_cast<size_t>(attempt.share_of(kLookedAt)));
  const double whole = figures::loss_of(*model, small_data().held_out_examples);
  const auto layers = maps.front().size();
  Pairs sums;
  double all = 0, dearest = 0;
  for (size_t layer = 0; layer < layers; ++layer) {
    const auto& map = maps.front()[layer];
    std::vector<double> costs;
    for (int64_t head = 0; head < map.weights.size(1); ++head) {
      costs.push_back(loss_without(*model, map, head) - whole);
    }
    const auto pairs = cheaper_heads(distances(maps, layer), costs);
    sums.alike += pairs.alike;
    sums.unlike += pairs.unlike;
    all += std::accumulate(costs.begin(), costs.end(), 0.0) / static_cast<double>(costs.size());
    dearest = std::max(dearest, *std::ranges::max_element(costs));
  }
  Measurements measured;
  measured.add("loss", whole);
  measured.add("cost, alike", sums.alike / static_cast<double>(layers));
  measured.add("cost, unlike", sums.unlike / static_cast<double>(layers));
  measured.add("cost, any", all / static_cast<double>(layers));
  measured.add("cost, dearest", dearest);
  return measured;
}
}  // namespace

Claim head_pruning() {
  return {.name = "head-pruning",
          .title = "Of two heads that look alike, one can be removed",
          .statement =
              "Heads that attend to the same places do the same work, so one of them can be pruned "
              "at little cost.",
          .source = "d2l 11.5, exercise; Michel, Levy and Neubig (2019); Voita et al. (2019)",
          .experiment =
              "A small Transformer of 2 + 2 blocks with 4 heads in each of its 6 attention layers. "
              "The distance between two heads is half the sum of |a − b| over keys, averaged over "
              "queries. The cost of a head is the held-out loss that silencing it adds. In each "
              "layer we silence the cheaper head of the most similar pair, then that of the least "
              "similar pair. Costs are averaged over the layers.",
          .depends_on = "which heads",
          .remark =
              "The model is not trained again after pruning. Heads with equal weights may still "
              "read different values.",
          .seeds = 5,
          .seconds = 38,
          .measure = measure_pruning,
          .checks = {{"a head of the most similar pair costs less than one of the least similar",
                      "cost of alike − of unlike (nats)", difference("cost, alike", "cost, unlike"),
                      -kNoBound, 0},
                     {"removing it costs almost nothing", "cost / loss of the whole model",
                      ratio("cost, alike", "loss"), -0.02, 0.02}},
          .charts = {{.title = "What it costs to silence a head",
                      .axis = {.title = "loss (nats per token)", .min = 0},
                      .rows = {{"of the most alike pair", "cost, alike", 0},
                               {"of the least alike pair", "cost, unlike", 1},
                               {"any head", "cost, any", 2},
                               {"the dearest head", "cost, dearest", 3}}}}};
}

}  // namespace regard::claims
