#include "base/stopwatch.h"
#include "claims/claim_table.h"
#include "claims/small_models.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

Measurements measure_scores(const Attempt& attempt) {
  Measurements measured;
  for (const int64_t width : {32, 128}) {
    for (const std::string score : {"additive", "dot"}) {
      const Stopwatch stopwatch;
      const figures::SmallTraining training{
          .model = str("{type: rnn_attention, embedding_size: 64, hidden_size: ", width,
                       ", layers: 1, bidirectional: false, dropout: 0.1, attention: ", score, "}"),
          .learner = {.updates = 1600, .learning_rate = 0.003}};
      measured.add(str("loss, ", score, ", ", width), trained_loss(training, attempt));
      measured.add(str("time, ", score, ", ", width), stopwatch.seconds());
    }
  }
  return measured;
}

}  // namespace

Claim additive_scores() {
  return {.name = "additive-scores",
          .title = "The additive score suits small widths, and costs more",
          .statement =
              "w_v · tanh(W_q q + W_k k) works better than a scaled dot product at small widths "
              "and about as well at large ones, but takes more time.",
          .source = "d2l 11.3.2; Vaswani et al. (2017), 3.2.1; Britz et al. (2017)",
          .experiment =
              "RNN translators with states and attention of width 32 or 128, with each score; "
              "1,600 updates on data/train. Held-out loss, and training time.",
          .depends_on = "the width",
          .remark =
              "Time depends on the program as much as on the score: regard computes a decoder with "
              "additive attention in one operation over all steps, and one with dot products step "
              "by step. With longer sentences and longer training, the scores differ: "
              "docs/models.md finds "
              "36.6 BLEU with the additive score and 14.7 with the dot product, at the same width "
              "of 32.",
          .seeds = 5,
          .seconds = 32,
          .measure = measure_scores,
          .checks = {{"width 32: the additive score's loss is smaller",
                      "loss of dot product − additive (nats)",
                      difference("loss, dot, 32", "loss, additive, 32"), 0},
                     {"width 128: the losses differ by at most 0.1",
                      "loss of dot product − additive (nats)",
                      difference("loss, dot, 128", "loss, additive, 128"), -0.1, 0.1},
                     {"width 128: training takes more time", "time of additive / dot product",
                      ratio("time, additive, 128", "time, dot, 128"), 1}},
          .charts = {{.title = "Held-out loss by score and width",
                      .axis = {.title = "loss (nats per token)"},
                      .rows = {{"dot product, 32", "loss, dot, 32", 0},
                               {"additive, 32", "loss, additive, 32", 1},
                               {"dot product, 128", "loss, dot, 128", 0},
                               {"additive, 128", "loss, additive, 128", 1}}},
                     {.title = "Time of 1,600 updates",
                      .axis = {.title = "time (s)", .min = 0},
                      .rows = {{"dot product, 128", "time, dot, 128", 0},
                               {"additive, 128", "time, additive, 128", 1}}}}};
}

}  // namespace regard::claims
