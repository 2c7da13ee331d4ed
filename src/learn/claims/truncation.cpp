#include <torch/utils.h>

#include <cmath>

#include "batches/samplers.h"
#include "claims/claim_table.h"
#include "figures/character_model.h"
#include "ops/cross_entropy.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"

namespace regard::claims {
namespace {

using nn::Truncation;

constexpr int64_t kSegments = 16, kLength = 64, kDraws = 100;
const nn::TruncationOptions kFull{.mode = Truncation::full};
const nn::TruncationOptions kRegular{.mode = Truncation::truncated, .every = 8};
const nn::TruncationOptions kRandom{.mode = Truncation::random, .keep = 0.875};

/// The gradient of the loss of one batch with respect to all weights, as one vector.
torch::Tensor gradient_of(model::RnnLm& model, const corpus::SegmentBatch& batch,
                          const std::vector<double>& factors) {
  model.zero_grad();
  auto state = model.start(kSegments);
  const auto logits = model.output_layer()(model.states(batch.input, state, factors));
  const auto loss = ops::smoothed_cross_entropy(logits, batch.labels, 0.0, text::kPad);
  (loss.loss_sum / loss.tokens).backward();
  std::vector<torch::Tensor> parts;
  for (const auto& parameter : model.parameters()) parts.push_back(parameter.grad().flatten());
  return torch::cat(parts);
}

void add_gradients(Measurements& measured, const figures::CharacterText& text,
                   const Attempt& attempt) {
  const auto model = figures::train_character_model(
      text,
      {.learner = {.updates = attempt.share_of(60), .learning_rate = 0.008}, .seed = attempt.seed});
  corpus::SegmentSampler sampler(text.valid.size(), {.rows = kSegments, .steps = kLength});
  const auto batch = corpus::make_batch(text.valid.tokens(), sampler.next(), kLength);
  const auto generator = torch::make_generator<torch::CPUGeneratorImpl>(attempt.seed);
  const auto estimate = [&](const nn::TruncationOptions& options) {
    return gradient_of(*model, batch, nn::gradient_factors(options, kLength, generator));
  };
  const auto full = estimate(kFull);
  const auto relative = [&](const torch::Tensor& vector) {
    return (vector.norm() / full.norm()).item<double>();
  };
  measured.add("bias, regular", relative(estimate(kRegular) - full));
  auto sum = torch::zeros_like(full);
  double squares = 0;
  const int64_t draws = attempt.share_of(kDraws);
  for (int64_t draw = 0; draw < draws; ++draw) {
    const auto gradient = estimate(kRandom);
    sum += gradient;
    squares += std::pow(relative(gradient - full), 2);
  }
  measured.add("bias, random", relative(sum / draws - full));
  measured.add("error of one, random", std::sqrt(squares / static_cast<double>(draws)));
}

Measurements measure_truncation(const Attempt& attempt) {
  Measurements measured;
  const auto text = figures::read_character_text();
  add_gradients(measured, text, attempt);
  const auto perplexity = [&](const nn::TruncationOptions& options) {
    const auto model = figures::train_character_model(
        text, {.truncation = options,
               .learner = {.updates = attempt.share_of(200), .learning_rate = 0.008},
               .seed = attempt.seed});
    return figures::perplexity_of(*model, text);
  };
  measured.add("perplexity, full", perplexity(kFull));
  measured.add("perplexity, regular", perplexity(kRegular));
  measured.add("perplexity, random", perplexity(kRandom));
  return measured;
}

}  // namespace

Claim truncation() {
  return {.name = "truncation",
          .title = "Cutting gradients: biased if regular, noisy if random, and good enough",
          .statement =
              "A gradient truncated after a fixed number of steps is biased. Truncated at random "
              "it is unbiased but has high variance. In practice regular truncation learns about "
              "as well as the full gradient, and random truncation no better.",
          .source = "d2l 9.7.1; Tallec and Ollivier (2017)",
          .experiment =
              "A character GRU and one batch of 16 segments of 64: the full gradient, the gradient "
              "cut every 8 steps, and 100 gradients cut at random, where each step is kept with "
              "probability 7/8. Distances are relative to the length of the full gradient. Then "
              "200 training updates with each.",
          .depends_on = "what is measured",
          .remark =
              "A factor of 8/7 for each kept step makes the random gradient unbiased. In the rare "
              "draw that keeps all 64 steps, the factors multiply to 5,146.",
          .seeds = 5,
          .seconds = 7,
          .measure = measure_truncation,
          .checks =
              {{"the mean of 100 random gradients is nearer to the full gradient than the regular "
                "gradient",
                "distance of the mean / of regular", ratio("bias, random", "bias, regular"), 0, 1},
               {"one random gradient is farther from the full gradient than the regular gradient",
                "distance of one / of regular", ratio("error of one, random", "bias, regular"), 1},
               {"regular learns as well as full, or at most 3 % worse", "perplexity regular / full",
                ratio("perplexity, regular", "perplexity, full"), 0, 1.03},
               {"random learns no better than regular", "perplexity random / regular",
                ratio("perplexity, random", "perplexity, regular"), 1}},
          .charts = {{.title = "Distance from the full gradient",
                      .axis = {.title = "relative to its length", .scale = draw::Scale::log},
                      .rows = {{"regular", "bias, regular", 0},
                               {"random, mean of 100", "bias, random", 1},
                               {"random, one", "error of one, random", 1}}},
                     {.title = "Perplexity after 200 updates",
                      .axis = {.title = "perplexity of held-out characters"},
                      .rows = {{"full", "perplexity, full", 2},
                               {"regular", "perplexity, regular", 0},
                               {"random", "perplexity, random", 1}}}}};
}

}  // namespace regard::claims
