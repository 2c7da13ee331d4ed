#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "alignment/token_linker.h"
#include "batches/batch.h"
#include "batches/samplers.h"
#include "config/experiment.h"
#include "corpus/example_variants.h"
#include "corpus/examples.h"
#include "corpus/training_examples.h"
#include "model/modules.h"
#include "model/seq2seq_model.h"
#include "parallel/group.h"
#include "trainer/run_directory.h"
#include "trainer/task.h"
#include "trainer/trainer_step.h"

namespace regard::train {

/// A text to translate and to score.
struct MeasuredText {
  std::string name = {};  ///< empty unless it is one of a list
  std::string key = {};   ///< config key: data.valid.0
  std::string tag = {};   ///< put before each source
  std::string file = {};  ///< file of its translations
  corpus::TestText lines = {};
};

/// Translation, learned by teacher forcing.
class TranslationTask : public Task {
 public:
  /// Reads and cleans the texts, trains the tokenizers or reuses those of the resumed run, and
  /// makes the model, with random weights from the experiment's seed. `experiment` and `group` must
  /// outlive the task. A step reads batches for every process of the group: rank r of N computes
  /// every N-th batch. `known` are hashes of texts that need not be computed again.
  TranslationTask(const config::Experiment& experiment, RunDirectory directory, bool resume,
                  torch::Device device, const parallel::Group& group,
                  corpus::TextHashes known = {});

  torch::nn::Module& model() override { return *model_; }
  const text::TokenizerPair& tokenizers() const override { return tokenizers_; }

  StepSums accumulate_gradients(int64_t batches, int64_t parts,
                                const BeforeBatch& before_last) override;
  void set_loss_scale(double factor) override { loss_scale_ = factor; }
  std::vector<BatchText> last_texts() const override;

  void set_batch_tokens(int64_t tokens) override;
  void try_batch(int64_t tokens) override;

  corpus::SamplerPosition position() const override { return sampler_->position(); }
  void resume(corpus::SamplerPosition position,
              const std::map<std::string, torch::Tensor>&) override {
    sampler_->seek(position);
  }

  bool has_validation() const override { return !valid_.empty(); }
  Validation validate(bool with_translations, const BeforeBatch& before_batch) override;
  std::optional<model::AlignmentSource> chosen_alignment() override;
  std::vector<FilmedSentence> filmed() override;
  bool has_test() const override { return !test_.lines.empty(); }
  Validation test(const BeforeBatch& before_batch) override;

 private:
  corpus::Examples validation_examples() const;
  Validation measure(const MeasuredText& text, const std::optional<config::SearchOptions>& search,
                     const BeforeBatch& before_batch);

  const config::Experiment& experiment_;
  RunDirectory directory_;
  torch::Device device_;
  const parallel::Group& group_;
  std::vector<MeasuredText> valid_;
  MeasuredText test_;
  corpus::Cache cache_;
  text::TokenizerPair tokenizers_;
  corpus::Examples examples_;
  std::optional<corpus::ExampleVariants> variants_;
  std::optional<alignment::TokenLinker> linker_;  // set with training.guided_alignment
  std::shared_ptr<model::Seq2SeqModel> model_;
  model::TokenFlops flops_;
  std::optional<corpus::BatchSampler> sampler_;
  corpus::TestText filmed_;                // lines for training.film
  std::vector<std::vector<size_t>> last_;  // the examples of the last step's batches
  double loss_scale_ = 1;
};

}  // namespace regard::train
