#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/training_folder.h"
#include "trainer/language_task.h"
#include "trainer/trainer.h"
#include "trainer/translation_task.h"

namespace regard::test {

/// A task with hooks for faults: `after_gradients` is called after gradients were added, with the
/// number of the call, from 1; `in_validation` is called during a validation.
class TroubledTask : public train::Task {
 public:
  explicit TroubledTask(std::unique_ptr<train::Task> task) : task_(std::move(task)) {}

  std::function<void(int64_t call, train::StepSums& sums)> after_gradients =
      [](int64_t, train::StepSums&) {};
  std::function<void(int64_t step)> in_validation = [](int64_t) {};

  torch::nn::Module& model() override { return task_->model(); }
  const text::TokenizerPair& tokenizers() const override { return task_->tokenizers(); }
  train::StepSums accumulate_gradients(int64_t batches, int64_t parts,
                                       const BeforeBatch& before_last) override {
    auto sums = task_->accumulate_gradients(batches, parts, before_last);
    after_gradients(++calls_, sums);
    return sums;
  }
  void set_loss_scale(double factor) override { task_->set_loss_scale(factor); }
  std::vector<train::BatchText> last_texts() const override { return task_->last_texts(); }
  void set_batch_tokens(int64_t tokens) override { task_->set_batch_tokens(tokens); }
  void try_batch(int64_t tokens) override { task_->try_batch(tokens); }
  corpus::SamplerPosition position() const override { return task_->position(); }
  train::NamedTensors carried() const override { return task_->carried(); }
  void resume(corpus::SamplerPosition position,
              const std::map<std::string, torch::Tensor>& carried) override {
    task_->resume(position, carried);
  }
  bool has_validation() const override { return task_->has_validation(); }
  train::Validation validate(bool with_translations, const BeforeBatch& before_batch) override {
    in_validation(++validations_);
    return task_->validate(with_translations, before_batch);
  }
  std::vector<train::FilmedSentence> filmed() override { return task_->filmed(); }
  bool has_test() const override { return task_->has_test(); }
  train::Validation test(const BeforeBatch& before_batch) override {
    return task_->test(before_batch);
  }

 private:
  std::unique_ptr<train::Task> task_;
  int64_t calls_ = 0;
  int64_t validations_ = 0;
};

/// A training run in a folder, without dropout, so that skipping or splitting a batch affects only
/// its own step.
class TroubledTraining : public testing::Test, public TrainingFolder {
 protected:
  TroubledTraining() { overrides_ = {"model.dropout=0", "training.report_every=1"}; }

  std::unique_ptr<parallel::Group> group_ = parallel::alone();
  /// Sets up faults before each run.
  std::function<void(TroubledTask&)> trouble_ = [](TroubledTask&) {};

  /// Trains, or resumes the run in `output`.
  std::optional<int> run(const std::string& output) {
    const auto experiment = config::load_experiment(directory_ / "config.yaml", overrides_);
    const train::RunDirectory directory(directory_ / output);
    const bool resume = std::filesystem::exists(directory.state());
    TroubledTask task(make_task(experiment, directory, resume, *group_));
    if (!resume) {
      directory.create();
      directory.save_tokenizers(task.tokenizers());
    }
    trouble_(task);
    train::Trainer trainer(experiment, directory, task, *group_,
                           CostMeter(directory_ / "powercap"));
    if (resume) trainer.resume();
    const InterruptGuard interrupt;
    const auto signal = trainer.run(interrupt);
    progress_ = trainer.progress();
    return signal;
  }

  static std::unique_ptr<train::Task> make_task(const config::Experiment& experiment,
                                                const train::RunDirectory& directory, bool resume,
                                                const parallel::Group& group) {
    if (experiment.task == config::Task::language_model) {
      return std::make_unique<train::LanguageTask>(experiment, directory, resume, torch::kCPU,
                                                   group);
    }
    return std::make_unique<train::TranslationTask>(experiment, directory, resume, torch::kCPU,
                                                    group);
  }

  /// A fault in the calls from `first` to `last`: the loss is not finite.
  static std::function<void(TroubledTask&)> loss_is_nan(int64_t first, int64_t last) {
    return [=](TroubledTask& task) {
      task.after_gradients = [=](int64_t call, train::StepSums& sums) {
        if (call >= first && call <= last) sums.loss = std::numeric_limits<double>::quiet_NaN();
      };
    };
  }

  std::string log_of(const std::string& output) const {
    return test::content_of(directory_ / (output + "/log.jsonl"));
  }

  std::vector<std::string> overrides_;
  train::Progress progress_;
};

}  // namespace regard::test
