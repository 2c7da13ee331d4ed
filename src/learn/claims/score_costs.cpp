#include <torch/utils.h>

#include <functional>

#include "claims/claim_table.h"
#include "figures/learner.h"
#include "nn/additive_attention.h"
#include "ops/bodies.h"
#include "trainer/batch_fit.h"

namespace regard::claims {
namespace {

constexpr int64_t kSentences = 16, kPositions = 64, kUnits = 64;
constexpr double kMegabyte = 1e6;

struct Cost {
  double milliseconds;
  double megabytes;
};

/// The cost of a forward and backward pass.
Cost cost_of(const std::function<torch::Tensor()>& scores) {
  const auto pass = [&] { scores().sum().backward(); };
  const double time = figures::milliseconds(pass);  // also allocates the gradients
  const train::MemoryMeter meter;
  pass();
  return {time, static_cast<double>(meter.peak()) / kMegabyte};
}

Measurements measure_costs(const Attempt& attempt) {
  const torch::AutoGradMode with_gradients(true);
  torch::manual_seed(attempt.seed);
  const auto draw = [&](std::vector<int64_t> sizes) {
    return torch::randn(sizes).requires_grad_();
  };
  const auto queries = draw({kSentences, kPositions, kUnits});
  const auto keys = draw({kSentences, kPositions, kUnits});
  const auto w_v = draw({kUnits});
  const auto additive = [&] { return ops::additive_score(queries, keys, w_v); };
  const auto dot = [&] { return queries.matmul(keys.transpose(1, 2)); };
  Measurements measured;
  const auto add = [&](const std::string& name, const Cost& cost) {
    measured.add("time, " + name, cost.milliseconds);
    measured.add("memory, " + name, cost.megabytes);
  };
  add("dot", cost_of(dot));
  add("fused", cost_of(additive));
  const ops::PlainBodies plain;
  add("additive", cost_of(additive));
  return measured;
}

}  // namespace

Claim score_costs() {
  return {
      .name = "score-costs",
      .title = "An additive score costs more time and memory than a dot product",
      .statement =
          "tanh(q + k) has a hidden layer for every pair of query and key, so the additive score "
          "takes more time than the dot product, and memory for all of these layers.",
      .source = "d2l 11.3.2; Vaswani et al. (2017), 3.2.1",
      .experiment =
          "Scores of 64 queries with 64 keys of width 64 in 16 sentences, forwards and backwards: "
          "the dot product, the additive score computed as its equation, and as one operation that "
          "recomputes the tanh for the gradient. Time and peak memory of a pass.",
      .depends_on = "how the program computes it",
      .remark =
          "Written as the equation, the score keeps 16 × 64 × 64 × 64 numbers (16.8 MB) and their "
          "gradient. A single fused operation stores none of them but still has to compute them.",
      .seeds = 5,
      .seconds = 2,
      .measure = measure_costs,
      .checks = {{"the equation takes more time", "log of additive / dot product",
                  log_ratio("time, additive", "time, dot"), 0},
                 {"the equation takes more memory", "memory of additive / dot product",
                  ratio("memory, additive", "memory, dot"), 1},
                 {"one operation takes more time", "log of additive / dot product",
                  log_ratio("time, fused", "time, dot"), 0},
                 {"one operation takes more memory", "memory of additive / dot product",
                  ratio("memory, fused", "memory, dot"), 1}},
      .charts = {{.title = "Time of a pass",
                  .axis = {.title = "time (ms)", .scale = draw::Scale::log},
                  .rows = {{"dot product", "time, dot", 0},
                           {"additive, as its equation", "time, additive", 1},
                           {"additive, one operation", "time, fused", 2}}},
                 {.title = "Largest memory of a pass",
                  .axis = {.title = "memory (MB)", .scale = draw::Scale::log},
                  .rows = {{"dot product", "memory, dot", 0},
                           {"additive, as its equation", "memory, additive", 1},
                           {"additive, one operation", "memory, fused", 2}}}}};
}

}  // namespace regard::claims
