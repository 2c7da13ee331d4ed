// A language model of characters, trained with each way to cut back-propagation through time
// (d2l 9.7).
#include <torch/utils.h>

#include <string>
#include <vector>

#include "learner.h"
#include "regard/corpus/segment_sampler.h"
#include "regard/corpus/token_stream.h"
#include "regard/draw/line_chart.h"
#include "regard/model/rnn_lm.h"
#include "regard/nn/truncation.h"
#include "regard/ops/cross_entropy.h"
#include "regard/text/special_tokens.h"
#include "regard/text/tokenizer_trainer.h"
#include "regard/translate/score_stream.h"
#include "texts.h"

namespace regard::figures {
namespace {

constexpr int64_t kRows = 32, kSegmentSteps = 64, kUpdates = 200, kMeasureEvery = 20;

struct Text {
  corpus::TokenStream train, valid;
  int64_t vocab;
};

corpus::TokenStream stream_of(const std::string& name, const text::Tokenizer& tokenizer) {
  corpus::TokenStream stream;
  stream.begin_text(name);
  int64_t number = 0;
  for (const auto& line : project_lines(name)) stream.add(tokenizer.encode(line), ++number);
  return stream;
}

Text read_text() {
  const auto tokenizer =
      text::train_tokenizer(project_lines("train.en"), {.type = config::TokenizerType::character});
  return {stream_of("train.en", tokenizer), stream_of("val.en", tokenizer), tokenizer.size()};
}

// Each strategy starts from the same weights and sees the same segments.
draw::Series train(const std::string& name, const nn::TruncationOptions& truncation,
                   const Text& text) {
  torch::manual_seed(1);
  model::RnnLm model(
      {.cell = ops::CellName::gru, .embedding_size = 32, .hidden_size = 96, .dropout = 0.0},
      text.vocab);
  Learner learner(model, kUpdates, 0.008);
  corpus::SegmentSampler sampler(text.train.size(), {.rows = kRows, .steps = kSegmentSteps});
  const auto generator = torch::make_generator<torch::CPUGeneratorImpl>(2);
  draw::Series curve{.name = name, .points = true};
  auto state = model.start(kRows);
  for (int64_t update = 1; update <= kUpdates; ++update) {
    state = sampler.continues() ? state.detach() : model.start(kRows);
    const auto batch = corpus::make_batch(text.train.tokens(), sampler.next(), kSegmentSteps);
    const auto factors = nn::gradient_factors(truncation, kSegmentSteps, generator);
    const auto logits = model.output_layer()(model.states(batch.input, state, factors));
    const auto loss = ops::smoothed_cross_entropy(logits, batch.labels, 0.0, text::kPad);
    learner.update(loss.loss_sum / loss.tokens);
    if (update % kMeasureEvery != 0) continue;
    curve.x.push_back(static_cast<double>(update));
    curve.y.push_back(
        translate::score_stream(model, text.valid.tokens(), kSegmentSteps).perplexity);
  }
  return curve;
}

}  // namespace

draw::Picture truncated_training() {
  using nn::Truncation;
  const auto text = read_text();
  const draw::LineChart chart{
      .title = "A language model of characters, trained with each strategy",
      .x = {.title = "updates"},
      .y = {.title = "perplexity of held-out text",
            .scale = draw::Scale::log,
            .ticks = {3, 4, 5, 6, 8, 10, 12}},
      .series = {train("full, 64 steps", {.mode = Truncation::full}, text),
                 train("cut every 16 steps", {.mode = Truncation::truncated, .every = 16}, text),
                 train("cut every 4 steps", {.mode = Truncation::truncated, .every = 4}, text),
                 train("cut at every step", {.mode = Truncation::truncated, .every = 1}, text),
                 train("truncated at random, kept with probability 0.75",
                       {.mode = Truncation::random, .keep = 0.75}, text)}};
  return draw::draw(chart);
}

}  // namespace regard::figures
