// Time to write a sentence when keys and values of earlier steps are cached, and when they are
// recomputed at every step.
#include <torch/utils.h>

#include "draw/charts.h"
#include "figures/learner.h"
#include "model/transformer.h"

namespace regard::figures {
namespace {

constexpr int64_t kVocabulary = 100;

/// Two decoder layers of 64 units.
class SentenceWriter {
 public:
  SentenceWriter() {
    torch::manual_seed(1);
    model_ = std::make_shared<model::Transformer>(
        model::TransformerOptions{
            .d_model = 64, .heads = 4, .ffn_size = 128, .encoder_layers = 2, .decoder_layers = 2},
        kVocabulary, kVocabulary, false);
    model_->eval();
    memory_ = model_->encode(torch::full({1, 8}, 5, torch::kInt64), torch::tensor({8}));
  }

  void with_cache(const torch::Tensor& tokens) {
    auto state = model_->start(memory_);
    for (const auto& token : tokens.unbind(1)) model_->step(token, memory_, state);
  }

  void recomputing(const torch::Tensor& tokens) {
    for (int64_t length = 1; length <= tokens.size(1); ++length) {
      model_->project(model_->decode_states(tokens.narrow(1, 0, length), memory_).slice(1, -1));
    }
  }

 private:
  std::shared_ptr<model::Transformer> model_;
  model::Memory memory_;
};

}  // namespace

draw::Picture cache_times() {
  const torch::NoGradGuard no_grad;
  SentenceWriter writer;
  const std::vector<double> lengths = {8, 16, 32, 64, 128, 256};
  draw::Series kept{.name = "keys and values kept", .x = lengths, .points = true, .colour = 0};
  draw::Series again{.name = "computed again", .x = lengths, .points = true, .colour = 1};
  for (const double length : lengths) {
    const auto tokens = torch::full({1, static_cast<int64_t>(length)}, 7, torch::kInt64);
    kept.y.push_back(milliseconds([&] { writer.with_cache(tokens); }));
    again.y.push_back(milliseconds([&] { writer.recomputing(tokens); }));
  }
  return draw::draw(
      draw::LineChart{.title = "Time to write a sentence, two decoder layers of 64 units",
                      .x = {.title = "tokens", .scale = draw::Scale::log, .ticks = lengths},
                      .y = {.title = "time (ms)", .scale = draw::Scale::log},
                      .series = {kept, again}});
}

}  // namespace regard::figures
