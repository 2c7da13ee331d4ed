#include "experiments.h"
#include "lookup_task.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

Measurements measure_scores(const Attempt& attempt) {
  Measurements measured;
  for (const int64_t width : {2, 8, 64}) {
    const auto dot = learn_lookup({.width = width}, attempt);
    const auto additive =
        learn_lookup({.score = nn::AttentionScore::additive, .width = width}, attempt);
    measured.add(str("loss, dot, ", width), dot.loss);
    measured.add(str("loss, additive, ", width), additive.loss);
    measured.add(str("time, dot, ", width), 1000 * dot.seconds);
    measured.add(str("time, additive, ", width), 1000 * additive.seconds);
  }
  return measured;
}

}  // namespace

Claim additive_scores() {
  return {
      .name = "additive-scores",
      .title = "The additive score suits small widths, and costs more",
      .statement =
          "w_v · tanh(W_q q + W_k k) compares better than a scaled dot product where the "
          "width is small, about as well where it is large, and takes more time.",
      .source = "d2l 11.3.2; Vaswani et al. (2017), 3.2.1; Britz et al. (2017)",
      .experiment =
          "A single head learns in 400 updates to find the turned, noisy copy of a query "
          "of 16 numbers among ten keys, with each score, for widths of 2, 8 and 64.",
      .depends_on = "the width",
      .remark =
          "Here the match is a bilinear form, which a dot product of width 16 expresses "
          "exactly; the additive score has to put it together from tanh. Time is of whole "
          "updates with this small batch, on this machine.",
      .seeds = 8,
      .seconds = 5,
      .measure = measure_scores,
      .checks = {{"width 2: the additive score's loss is smaller", "dot product − additive (nats)",
                  difference("loss, dot, 2", "loss, additive, 2"), 0},
                 {"width 8: likewise", "dot product − additive (nats)",
                  difference("loss, dot, 8", "loss, additive, 8"), 0},
                 {"width 64: the two are near each other", "dot product − additive (nats)",
                  difference("loss, dot, 64", "loss, additive, 64"), -0.1, 0.1},
                 {"width 64: it takes more time", "time of additive / dot product",
                  ratio("time, additive, 64", "time, dot, 64"), 1}},
      .charts = {{.title = "Loss by score and width",
                  .axis = {.title = "−log weight of the right key (nats)"},
                  .rows = {{"dot product, 2", "loss, dot, 2", 0},
                           {"dot product, 8", "loss, dot, 8", 0},
                           {"dot product, 64", "loss, dot, 64", 0},
                           {"additive, 2", "loss, additive, 2", 1},
                           {"additive, 8", "loss, additive, 8", 1},
                           {"additive, 64", "loss, additive, 64", 1}}},
                 {.title = "Time of an update",
                  .axis = {.title = "time (ms)", .min = 0},
                  .rows = {{"dot product, 64", "time, dot, 64", 0},
                           {"additive, 64", "time, additive, 64", 1}}}}};
}

}  // namespace regard::claims
