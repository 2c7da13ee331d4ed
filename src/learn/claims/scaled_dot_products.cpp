#include <torch/utils.h>

#include <cmath>

#include "claims/claim_table.h"
#include "claims/small_models.h"
#include "figures/learner.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

constexpr int64_t kScoredKeys = 10;

/// Adds the mean largest weight, and the mean Frobenius norm of the softmax Jacobian diag(p) − p
/// pᵀ.
void add_softmax(Measurements& measured, const std::string& name, const torch::Tensor& scores) {
  const auto p = scores.softmax(-1);
  const auto jacobians = p.diag_embed() - p.unsqueeze(-1) * p.unsqueeze(-2);
  measured.add("largest weight, " + name, std::get<0>(p.max(-1)).mean().item<double>());
  measured.add("Jacobian, " + name, jacobians.square().sum({-1, -2}).sqrt().mean().item<double>());
}

Measurements measure_dot_products(const Attempt& attempt) {
  Measurements measured;
  std::vector<double> widths, variances;
  for (const int64_t width : {4, 16, 64, 256, 1024}) {
    const torch::NoGradGuard no_grad;
    const int64_t queries = attempt.share_of(400);
    const auto query = torch::randn({queries, 1, width});
    const auto key = torch::randn({queries, kScoredKeys, width});
    const auto scores = query.matmul(key.transpose(1, 2)).squeeze(1);
    widths.push_back(static_cast<double>(width));
    variances.push_back(scores.var().item<double>());
    measured.add(str("variance, d = ", width), variances.back());
    add_softmax(measured, str("plain, d = ", width), scores);
    add_softmax(measured, str("scaled, d = ", width), scores / std::sqrt(widths.back()));
  }
  measured.add("exponent", figures::fit_power_law(widths, variances).exponent);
  for (const int64_t width : {16, 256}) {
    const auto loss = [&](bool scaled) {
      return learn_lookup({.width = width, .scaled = scaled}, attempt);
    };
    measured.add(str("loss, scaled, d = ", width), loss(true));
    measured.add(str("loss, plain, d = ", width), loss(false));
  }
  return measured;
}

}  // namespace

Claim scaled_dot_products() {
  return {
      .name = "scaled-dot-products",
      .title = "Dot products need 1/√d",
      .statement =
          "The variance of a dot product grows with the width d. The softmax then saturates and "
          "passes hardly any gradient, unless the product is divided by √d.",
      .source = "d2l 11.3.1; Vaswani et al. (2017), 3.2.1",
      .experiment =
          "Queries and keys with independent N(0, 1) entries, ten keys per query, d = 4 to 1,024. "
          "Then one attention head learns in 400 updates to find the rotated, noisy copy of a "
          "query among ten keys, with and without the factor.",
      .depends_on =
          "whether weights are trained: saturation with random vectors need not hurt learning",
      .remark =
          "The statement is exact at initialization. A trained head can shrink its W_q and W_k "
          "instead, so the missing factor costs only the time that this takes.",
      .seeds = 10,
      .seconds = 2,
      .measure = measure_dot_products,
      .checks =
          {{"The variance is proportional to d", "exponent of d", measured("exponent"), 0.95, 1.05},
           {"d = 1,024, without the factor: one key gets nearly all the weight", "largest weight",
            measured("largest weight, plain, d = 1024"), 0.9, 1},
           {"d = 1,024, with the factor: weights are as even as at small d",
            "largest weight / that at d = 4",
            ratio("largest weight, scaled, d = 1024", "largest weight, scaled, d = 4"), 0.9, 1.1},
           {"without the factor, the softmax's gradient vanishes",
            "Jacobian at d = 1,024 / at d = 4",
            ratio("Jacobian, plain, d = 1024", "Jacobian, plain, d = 4"), 0, 0.25},
           {"with the factor, the gradient does not vanish", "Jacobian at d = 1,024 / at d = 4",
            ratio("Jacobian, scaled, d = 1024", "Jacobian, scaled, d = 4"), 0.9, 1.1},
           {"d = 256: a head without the factor learns less", "loss without − with (nats)",
            difference("loss, plain, d = 256", "loss, scaled, d = 256"), 0}},
      .charts = {
          {.title = "The largest of ten attention weights",
           .axis = {.title = "weight", .min = 0, .max = 1},
           .rows = {{"without, d = 4", "largest weight, plain, d = 4", 1},
                    {"without, d = 64", "largest weight, plain, d = 64", 1},
                    {"without, d = 1,024", "largest weight, plain, d = 1024", 1},
                    {"with 1/√d, d = 4", "largest weight, scaled, d = 4", 0},
                    {"with 1/√d, d = 64", "largest weight, scaled, d = 64", 0},
                    {"with 1/√d, d = 1,024", "largest weight, scaled, d = 1024", 0}}},
          {.title = "Loss of a head that learned to find",
           .axis = {.title = "−log weight of the right key (nats)", .scale = draw::Scale::log},
           .rows = {{"without, d = 16", "loss, plain, d = 16", 1},
                    {"without, d = 256", "loss, plain, d = 256", 1},
                    {"with 1/√d, d = 16", "loss, scaled, d = 16", 0},
                    {"with 1/√d, d = 256", "loss, scaled, d = 256", 0}}}}};
}

}  // namespace regard::claims
