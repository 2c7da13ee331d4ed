#include <torch/utils.h>

#include <cmath>

#include "claims/claim_table.h"
#include "claims/small_models.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

/// Initializes embeddings from N(0, 1), as the book's framework does; regard and the paper's code
/// use N(0, 1/d).
void draw_from_unit_normal(model::Seq2SeqModel& model) {
  const torch::NoGradGuard no_grad;
  for (const auto& parameter : model.named_parameters()) {
    if (parameter.key().ends_with("embedding.weight")) parameter.value().normal_();
  }
}

/// Norm of an embedding in the first block's input, divided by a sinusoidal position's, √(d/2).
double length_over_position(const figures::SmallTraining& training, bool scaled) {
  torch::manual_seed(training.seed);
  const auto model = figures::new_small_model(small_data().corpus, training.model);
  training.prepare(*model);
  const auto weight = model->named_parameters()["encoder.embedding.weight"];
  const auto width = static_cast<double>(weight.size(1));
  const auto length = weight.norm(2, 1).mean().item<double>();
  return length * (scaled ? std::sqrt(width) : 1) / std::sqrt(width / 2);
}

Measurements measure_scales(const Attempt& attempt) {
  Measurements measured;
  const figures::LearnerOptions learner{.updates = 500, .learning_rate = 0.003, .warmup = 50};
  const auto measure = [&](const std::string& name, bool scaled, bool unit) {
    figures::SmallTraining training{
        .model = figures::small_transformer(scaled ? "" : ", scale_embeddings: false"),
        .learner = learner,
        .seed = attempt.seed};
    if (unit) training.prepare = draw_from_unit_normal;
    measured.add("length, " + name, length_over_position(training, scaled));
    measured.add("loss, " + name, trained_loss(training, attempt));
  };
  measure("N(0, 1/d), with", true, false);
  measure("N(0, 1/d), without", false, false);
  measure("N(0, 1), with", true, true);
  measure("N(0, 1), without", false, true);
  return measured;
}

}  // namespace

Claim embedding_scale() {
  return {
      .name = "embedding-scale",
      .title = "Without √d, positions drown out the embeddings",
      .statement =
          "Embeddings are multiplied by √d before positions are added. Otherwise the positions, "
          "between −1 and 1, dominate the sum and words are hard to tell apart.",
      .source = "d2l 11.7.4; Vaswani et al. (2017), 3.4",
      .experiment =
          "The small Transformer (d = 96) with and without the factor, with embeddings drawn from "
          "N(0, 1/d), as in regard and in the paper's own program, or from N(0, 1), as in the "
          "book's framework. Norms before training; held-out loss after 500 updates.",
      .depends_on = "how the embeddings are drawn",
      .remark =
          "Positions have norm √(d/2). Embeddings drawn from N(0, 1/d) have norm 1 without the "
          "factor and √d with it; "
          "drawn from N(0, 1), √d without it.",
      .seeds = 5,
      .seconds = 20,
      .measure = measure_scales,
      .checks = {{"N(0, 1/d), without: embeddings are far shorter than positions",
                  "length of an embedding / of a position", measured("length, N(0, 1/d), without"),
                  0, 0.5},
                 {"N(0, 1), without: likewise", "length of an embedding / of a position",
                  measured("length, N(0, 1), without"), 0, 0.5},
                 {"N(0, 1/d): without the factor the loss is larger", "loss without − with (nats)",
                  difference("loss, N(0, 1/d), without", "loss, N(0, 1/d), with"), 0},
                 {"N(0, 1): likewise", "loss without − with (nats)",
                  difference("loss, N(0, 1), without", "loss, N(0, 1), with"), 0}},
      .charts = {{.title = "Held-out loss",
                  .axis = {.title = "loss (nats per token)"},
                  .rows = {{"N(0, 1/d), with √d", "loss, N(0, 1/d), with", 0},
                           {"N(0, 1/d), without", "loss, N(0, 1/d), without", 0},
                           {"N(0, 1), with √d", "loss, N(0, 1), with", 1},
                           {"N(0, 1), without", "loss, N(0, 1), without", 1}}}}};
}

}  // namespace regard::claims
