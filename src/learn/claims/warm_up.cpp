#include "claims/claim_table.h"
#include "claims/small_models.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

Measurements measure_warm_up(const Attempt& attempt) {
  Measurements measured;
  for (const std::string norm : {"post", "pre"}) {
    for (const int64_t warmup : {0, 200}) {
      const figures::SmallTraining training{
          .model = str("{type: transformer, d_model: 96, heads: 4, ffn_size: 192, encoder_layers: "
                       "4, decoder_layers: 4, dropout: 0.1, norm: ",
                       norm, "}"),
          .learner = {.updates = 600, .learning_rate = 0.003, .warmup = warmup}};
      measured.add(str("loss, ", norm, ", ", warmup), trained_loss(training, attempt));
    }
  }
  return measured;
}

}  // namespace

Claim warm_up() {
  return {
      .name = "warm-up",
      .title = "A Transformer needs warm-up",
      .statement =
          "A post-norm Transformer does not learn well unless its learning rate rises slowly at "
          "first. A pre-norm Transformer does not need this.",
      .source = "d2l 12.11, 11.7; Vaswani et al. (2017), 5.3; Xiong et al. (2020)",
      .experiment =
          "Transformers of 4 + 4 blocks (d = 96), post-norm or pre-norm; 600 updates of Adam with "
          "a peak rate of 0.003, reached at once or after 200 updates, then falling to 0. Held-out "
          "loss.",
      .depends_on = "what counts as a need",
      .remark =
          "Post-norm and pre-norm models gain from warm-up, post-norm models more. Gradients are "
          "clipped to norm 1 in all four "
          "training runs.",
      .seeds = 5,
      .seconds = 45,
      .measure = measure_warm_up,
      .checks = {{"after the residual connection: warm-up lowers the loss",
                  "loss without − with (nats)", difference("loss, post, 0", "loss, post, 200"), 0},
                 {"before the sublayer: warm-up changes little", "loss without − with (nats)",
                  difference("loss, pre, 0", "loss, pre, 200"), -0.1, 0.1},
                 {"without warm-up, after is worse than before", "loss after − before (nats)",
                  difference("loss, post, 0", "loss, pre, 0"), 0}},
      .charts = {{.title = "Held-out loss after 600 updates",
                  .axis = {.title = "loss (nats per token)"},
                  .rows = {{"after, no warm-up", "loss, post, 0", 0},
                           {"after, 200 updates", "loss, post, 200", 0},
                           {"before, no warm-up", "loss, pre, 0", 1},
                           {"before, 200 updates", "loss, pre, 200", 1}}}}};
}

}  // namespace regard::claims
