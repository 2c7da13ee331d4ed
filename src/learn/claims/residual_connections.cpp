#include <string_view>

#include "claims/claim_table.h"
#include "claims/small_models.h"
#include "ops/probe.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

/// Sublayers do not add their input: the value of the probe "residual" becomes 0.
torch::Tensor without_residual(const ops::Observed& observed) {
  return observed.name == "residual" ? torch::zeros_like(observed.value) : observed.value;
}

Measurements measure_residuals(const Attempt& attempt) {
  Measurements measured;
  for (const int64_t blocks : {1, 3}) {
    for (const bool has_residuals : {true, false}) {
      figures::SmallTraining training{
          .model = str("{type: transformer, d_model: 64, heads: 4, ffn_size: 128, encoder_layers: ",
                       blocks, ", decoder_layers: ", blocks, ", dropout: 0}"),
          .learner = {.updates = 400, .learning_rate = 0.003, .warmup = 100}};
      if (!has_residuals) training.change = without_residual;
      measured.add(str("loss, ", has_residuals ? "with, " : "without, ", blocks),
                   trained_loss(training, attempt));
    }
  }
  return measured;
}

}  // namespace

Claim residual_connections() {
  return {
      .name = "residual-connections",
      .title = "Depth needs residual connections",
      .statement =
          "Without residual connections a Transformer learns less, and the deeper it is, the more "
          "it loses.",
      .source = "d2l 11.7, 8.6; Vaswani et al. (2017), 3.1",
      .experiment =
          "Post-norm Transformers (d = 64) of 1 + 1 and 3 + 3 blocks, with residual connections "
          "and "
          "without: 400 updates of Adam with a peak rate of 0.003, reached after 100. Held-out "
          "loss.",
      .depends_on = "the depth",
      .remark =
          "Nothing else changes: in each sublayer, the probe that shows the input returns 0. The "
          "live "
          "page of regard book has the same switch, for models trained with these connections.",
      .seeds = 5,
      .seconds = 25,
      .measure = measure_residuals,
      .checks = {{"1 + 1 blocks: the loss is larger without", "loss without − with (nats)",
                  difference("loss, without, 1", "loss, with, 1"), 0},
                 {"3 + 3 blocks: likewise", "loss without − with (nats)",
                  difference("loss, without, 3", "loss, with, 3"), 0},
                 {"without, more blocks are worse", "loss of 3 + 3 − of 1 + 1 (nats)",
                  difference("loss, without, 3", "loss, without, 1"), 0}},
      .charts = {{.title = "Held-out loss after 400 updates",
                  .axis = {.title = "loss (nats per token)", .min = 0},
                  .rows = {{"1 + 1 blocks, with", "loss, with, 1", 0},
                           {"1 + 1 blocks, without", "loss, without, 1", 1},
                           {"3 + 3 blocks, with", "loss, with, 3", 0},
                           {"3 + 3 blocks, without", "loss, without, 3", 1}}}}};
}

}  // namespace regard::claims
