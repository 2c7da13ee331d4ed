#include "figures/character_model.h"

#include <torch/utils.h>

#include <algorithm>

#include "batches/samplers.h"
#include "figures/figures.h"
#include "ops/cross_entropy.h"
#include "scoring/score_text.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::figures {
namespace {

constexpr int64_t kRows = 32, kSegmentSteps = 64;

corpus::TokenStream stream_of(const std::string& name, const text::Tokenizer& tokenizer,
                              size_t lines = 0) {
  corpus::TokenStream stream;
  stream.begin_text(name);
  int64_t number = 0;
  auto all = project_lines(name);
  if (lines > 0) all.resize(std::min(lines, all.size()));
  for (const auto& line : all) stream.add(tokenizer.encode(line), ++number);
  return stream;
}

}  // namespace

CharacterText read_character_text(size_t lines) {
  const auto tokenizer =
      text::train_tokenizer(project_lines("train.en"), {.type = config::TokenizerType::character});
  return {stream_of("train.en", tokenizer, lines), stream_of("val.en", tokenizer),
          tokenizer.size()};
}

std::shared_ptr<model::RnnLm> train_character_model(const CharacterText& text,
                                                    const CharacterTraining& training) {
  torch::manual_seed(training.seed);
  const auto model =
      std::make_shared<model::RnnLm>(model::RnnLmOptions{.cell = training.cell,
                                                         .embedding_size = 32,
                                                         .hidden_size = training.hidden_size,
                                                         .dropout = 0.0},
                                     text.vocab);
  Learner learner(*model, training.learner);
  corpus::SegmentSampler sampler(text.train.size(), {.rows = kRows, .steps = kSegmentSteps});
  const auto generator = torch::make_generator<torch::CPUGeneratorImpl>(training.seed + 1);
  auto state = model->start(kRows);
  for (int64_t update = 1; update <= training.learner.updates; ++update) {
    state = sampler.continues() ? state.detach() : model->start(kRows);
    const auto batch = corpus::make_batch(text.train.tokens(), sampler.next(), kSegmentSteps);
    const auto factors = nn::gradient_factors(training.truncation, kSegmentSteps, generator);
    const auto logits = model->output_layer()(model->states(batch.input, state, factors));
    const auto loss = ops::smoothed_cross_entropy(logits, batch.labels, 0.0, text::kPad);
    learner.update(loss.loss_sum / loss.tokens);
    training.after_update(*model, update);
  }
  return model;
}

double perplexity_of(model::RnnLm& model, const CharacterText& text) {
  return translate::score_stream(model, text.valid.tokens(), kSegmentSteps).perplexity;
}

}  // namespace regard::figures
