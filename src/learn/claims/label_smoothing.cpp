#include <torch/utils.h>

#include <cmath>

#include "batches/batch.h"
#include "claims/claim_table.h"
#include "claims/small_models.h"
#include "compare/calibration.h"
#include "text/tokenizer_pair.h"

namespace regard::claims {
namespace {

/// The most likely token at each position of the references, and whether it is correct.
std::vector<compare::JudgedToken> judged_tokens(model::Seq2SeqModel& model) {
  const torch::NoGradGuard no_grad;
  std::vector<compare::JudgedToken> tokens;
  const auto& examples = small_data().held_out_examples;
  for (size_t i = 0; i < examples.size(); ++i) {
    const std::vector<size_t> row = {i};
    const auto batch = corpus::make_batch(examples, row);
    const auto memory = model.encode(batch.source, batch.source_lengths);
    const auto [probability, token] =
        model.decode(batch.target_input, memory)[0].softmax(-1).max(-1);
    const auto right = token.eq(batch.target_labels[0]);
    for (int64_t t = 0; t < token.size(0); ++t) {
      tokens.push_back({probability[t].item<double>(), right[t].item<bool>()});
    }
  }
  return tokens;
}

Measurements measure_smoothing(const Attempt& attempt) {
  Measurements measured;
  for (const double smoothing : {0.0, 0.1}) {
    const auto model = shared_model(figures::small_rnn("rnn_attention"), attempt, smoothing);
    const std::string name = smoothing == 0 ? "0" : "0.1";
    const auto calibration = compare::calibrate(judged_tokens(*model));
    measured.add("calibration error, " + name, 100 * calibration.expected_error);
    measured.add("overconfidence, " + name, 100 * (calibration.confidence - calibration.accuracy));
    measured.add("accuracy, " + name, 100 * calibration.accuracy);
    measured.add("perplexity, " + name,
                 std::exp(figures::loss_of(*model, small_data().held_out_examples)));
    measured.add("BLEU, " + name, figures::translate_small(*model, small_data().corpus,
                                                           small_data().held_out, {.beam_size = 5})
                                      .bleu);
  }
  return measured;
}

}  // namespace

Claim label_smoothing() {
  return {
      .name = "label-smoothing",
      .title = "Label smoothing keeps a model from being too sure",
      .statement =
          "Training towards 0.9 instead of 1 makes a model less certain of its tokens: better "
          "calibrated, with higher perplexity, but with better accuracy and BLEU.",
      .source = "Szegedy et al. (2016); Vaswani et al. (2017), 5.4; Müller et al. (2019)",
      .experiment =
          "Two small RNNs with attention, trained with smoothing of 0 and 0.1. On the held-out "
          "references: the likeliest token at each position, its probability, and whether it is "
          "right. Calibration error: the mean gap between probability and accuracy in ten bins. "
          "BLEU with a beam of 5.",
      .depends_on = "what is measured",
      .remark =
          "Label smoothing cures overconfidence, which these models lack (see the chart): dropout "
          "and short training keep them underconfident even without it.",
      .seeds = 5,
      .seconds = 28,
      .measure = measure_smoothing,
      .checks = {{"the calibration error falls", "percentage points, 0.1 − 0",
                  difference("calibration error, 0.1", "calibration error, 0"), -kNoBound, 0},
                 {"perplexity rises", "0.1 − 0", difference("perplexity, 0.1", "perplexity, 0"), 0},
                 {"accuracy rises", "percentage points, 0.1 − 0",
                  difference("accuracy, 0.1", "accuracy, 0"), 0},
                 {"BLEU rises", "0.1 − 0", difference("BLEU, 0.1", "BLEU, 0"), 0}},
      .charts = {{.title = "Confidence in excess of accuracy",
                  .axis = {.title = "confidence − accuracy (percentage points)"},
                  .rows = {{"smoothing 0", "overconfidence, 0", 0},
                           {"smoothing 0.1", "overconfidence, 0.1", 1}}},
                 {.title = "Perplexity of held-out tokens",
                  .axis = {.title = "perplexity"},
                  .rows = {{"smoothing 0", "perplexity, 0", 0},
                           {"smoothing 0.1", "perplexity, 0.1", 1}}}}};
}

}  // namespace regard::claims
