#pragma once
#include <torch/nn/modules/linear.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "corpus/shuffle.h"
#include "optimizer/optimizer.h"
#include "parallel/group.h"
#include "trainer/task.h"

namespace regard::test {

/// A task of one layer that learns nothing.
class SmallTask : public train::Task {
 public:
  static constexpr int64_t kBatches = 10;  // per epoch

  explicit SmallTask(const text::Tokenizer& tokenizer)
      : tokenizers_(tokenizer, tokenizer, text::Preprocess::none) {}

  torch::nn::Module& model() override { return *layer_; }
  const text::TokenizerPair& tokenizers() const override { return tokenizers_; }
  train::StepSums accumulate_gradients(int64_t, int64_t, const BeforeBatch&) override { return {}; }
  void set_loss_scale(double) override {}
  std::vector<train::BatchText> last_texts() const override { return {}; }
  void set_batch_tokens(int64_t) override {}
  void try_batch(int64_t) override {}
  corpus::SamplerPosition position() const override { return position_; }
  train::NamedTensors carried() const override { return {{"state.0", torch::ones({2, 3})}}; }
  void resume(corpus::SamplerPosition position,
              const std::map<std::string, torch::Tensor>&) override {
    corpus::check_position(position, kBatches);
    position_ = position;
  }
  bool has_validation() const override { return false; }
  train::Validation validate(bool, const BeforeBatch&) override { return {}; }
  bool has_test() const override { return false; }
  train::Validation test(const BeforeBatch&) override { return {}; }

 private:
  torch::nn::Linear layer_{3, 2};
  text::TokenizerPair tokenizers_;
  corpus::SamplerPosition position_;
};

/// All stateful parts of training the task in one process.
struct SmallRun {
  SmallTask task;
  std::unique_ptr<train::Optimizer> optimizer;
  train::MovingAverage average;
  std::unique_ptr<parallel::Group> group = parallel::alone();

  SmallRun(const text::Tokenizer& tokenizer, const config::OptimizerOptions& options, double decay)
      : task(tokenizer),
        optimizer(train::make_optimizer(weights(), options)),
        average(weights(), decay) {}

  train::NamedTensors weights() {
    train::NamedTensors weights;
    for (const auto& weight : task.model().named_parameters()) {
      weights.emplace_back(weight.key(), weight.value());
    }
    return weights;
  }
};

}  // namespace regard::test
