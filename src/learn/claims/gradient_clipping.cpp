#include <algorithm>
#include <cmath>

#include "claims/claim_table.h"
#include "figures/character_model.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

constexpr double kLost = 1000;  // the perplexity of a model whose weights are NaN

double perplexity_with(const figures::CharacterText& text, double rate, double clip,
                       const Attempt& attempt) {
  const auto model =
      figures::train_character_model(text, {.cell = ops::CellName::rnn,
                                            .learner = {.updates = attempt.share_of(200),
                                                        .learning_rate = rate,
                                                        .clip = clip,
                                                        .plain = true},
                                            .seed = attempt.seed});
  const double perplexity = figures::perplexity_of(*model, text);
  return std::isfinite(perplexity) ? std::min(perplexity, kLost) : kLost;
}

Measurements measure_clipping(const Attempt& attempt) {
  Measurements measured;
  const auto text = figures::read_character_text();
  for (const double rate : {0.5, 2.0, 4.0}) {
    measured.add(str("clipped, rate ", rate), perplexity_with(text, rate, 1, attempt));
    measured.add(str("free, rate ", rate), perplexity_with(text, rate, 0, attempt));
  }
  return measured;
}

}  // namespace

Claim gradient_clipping() {
  return {
      .name = "gradient-clipping",
      .title = "Clipping allows higher learning rates",
      .statement =
          "The gradient of a recurrent network occasionally has a huge norm. With clipping to norm "
          "1, a network learns better at high learning rates.",
      .source = "d2l 9.5.3; Pascanu, Mikolov and Bengio (2013)",
      .experiment =
          "A plain tanh network with 96 units learns characters by gradient descent: 200 "
          "updates on segments of 64, at three learning rates, with and without clipping to "
          "norm 1. Held-out perplexity; values above 1,000 and NaN count as 1,000.",
      .depends_on = "the learning rate",
      .remark =
          "Clipping changes the gradient's length, never its direction. Most runs without clipping "
          "do not diverge here, but they learn less.",
      .seeds = 10,
      .seconds = 4,
      .measure = measure_clipping,
      .checks = {{"rate 0.5: clipped is better", "loss free − clipped (nats)",
                  log_ratio("free, rate 0.5", "clipped, rate 0.5"), 0.02},
                 {"rate 2: clipped is better", "loss free − clipped (nats)",
                  log_ratio("free, rate 2", "clipped, rate 2"), 0.02},
                 {"rate 4: clipped is better", "loss free − clipped (nats)",
                  log_ratio("free, rate 4", "clipped, rate 4"), 0.02}},
      .charts = {{.title = "Perplexity of held-out characters",
                  .axis = {.title = "perplexity", .scale = draw::Scale::log},
                  .rows = {{"clipped, rate 0.5", "clipped, rate 0.5", 0},
                           {"free, rate 0.5", "free, rate 0.5", 1},
                           {"clipped, rate 2", "clipped, rate 2", 0},
                           {"free, rate 2", "free, rate 2", 1},
                           {"clipped, rate 4", "clipped, rate 4", 0},
                           {"free, rate 4", "free, rate 4", 1}}}}};
}

}  // namespace regard::claims
