#pragma once
#include <memory>
#include <optional>

#include "batches/samplers.h"
#include "config/experiment.h"
#include "corpus/token_stream.h"
#include "corpus/training_examples.h"
#include "model/language_model.h"
#include "model/modules.h"
#include "nn/truncation.h"
#include "parallel/group.h"
#include "trainer/run_directory.h"
#include "trainer/task.h"

namespace regard::train {

/// Language modeling: predicts each next token of a text, segment by segment (d2l 9.5 and 9.7).
class LanguageTask : public Task {
 public:
  /// Reads the texts, trains the tokenizer or reuses that of the resumed run, and makes the model,
  /// with random weights from the experiment's seed. `experiment` and `group` must outlive the
  /// task. A minibatch has the configured number of rows per process; the processes of the group
  /// share its rows.
  LanguageTask(const config::Experiment& experiment, const RunDirectory& directory, bool resume,
               torch::Device device, const parallel::Group& group, corpus::TextHashes known = {});

  torch::nn::Module& model() override { return *model_; }
  const text::TokenizerPair& tokenizers() const override { return tokenizers_; }

  StepSums accumulate_gradients(int64_t batches, int64_t parts,
                                const BeforeBatch& before_last) override;
  void set_loss_scale(double factor) override { loss_scale_ = factor; }
  std::vector<BatchText> last_texts() const override;

  void set_batch_tokens(int64_t tokens) override;
  void try_batch(int64_t tokens) override;

  corpus::SamplerPosition position() const override { return sampler_->position(); }
  NamedTensors carried() const override;
  void resume(corpus::SamplerPosition position,
              const std::map<std::string, torch::Tensor>& carried) override;

  bool has_validation() const override { return !valid_.empty(); }
  Validation validate(bool with_translations, const BeforeBatch& before_batch) override;
  bool has_test() const override { return test_.has_value(); }
  Validation test(const BeforeBatch& before_batch) override;

 private:
  bool carries_state() const;

  const config::Experiment& experiment_;
  torch::Device device_;
  const parallel::Group& group_;
  corpus::Cache cache_;
  text::TokenizerPair tokenizers_;
  std::vector<corpus::TokenStream> valid_;  // the texts of data.valid
  std::optional<corpus::TokenStream> test_;
  corpus::TokenStream text_;
  std::shared_ptr<model::LanguageModel> model_;
  model::TokenFlops flops_;
  int64_t rows_ = 0;  // rows of this process
  std::optional<corpus::SegmentSampler> sampler_;
  model::DecoderState state_;           // after the last segments, if the next ones continue them
  std::vector<corpus::Segments> last_;  // batches of the last step
  double loss_scale_ = 1;
};

}  // namespace regard::train
