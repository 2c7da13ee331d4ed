// The state of a training run, for resuming (trainer/training_state.h).
#include "trainer/training_state.h"

#include <cmath>

#include "base/atomic_file.h"
#include "fuzz/changed_seeds.h"
#include "fuzz/folder_of_files.h"
#include "fuzz/memory_file.h"
#include "fuzz/safetensors_layout.h"
#include "fuzz/small_tokenizer.h"
#include "fuzz/target.h"
#include "support/small_run.h"

namespace regard::fuzz {
namespace {

test::SmallRun& run_with_adam() {
  static test::SmallRun run(small_tokenizer(), {}, 0.9);
  return run;
}
test::SmallRun& run_with_sgd() {
  static test::SmallRun run(small_tokenizer(),
                            {.optimizer = config::OptimizerKind::sgd, .momentum = 0.5}, 0.0);
  return run;
}

std::string state_of(test::SmallRun& run, const train::Progress& progress) {
  const FolderOfFiles folder;
  const auto path = folder.path() + "/state.safetensors";
  train::save_training_state(path, run.task, *run.optimizer, run.average, progress, *run.group);
  return read_file(path);
}

void check(const train::Progress& progress) {
  for (const int64_t count :
       {progress.step, progress.position.epoch, progress.validations, progress.skipped,
        progress.skipped_in_a_row, progress.best.step, progress.best.validations_since,
        progress.validated_step, progress.split, progress.source_tokens, progress.target_tokens,
        progress.log_bytes, progress.loss_scale.steps}) {
    if (count < 0) throw "a count is below 0";
  }
  if (progress.processes < 1) throw "no process trained";
  for (const double factor : {progress.learning_rate_factor, progress.loss_scale.factor}) {
    if (!std::isfinite(factor) || factor <= 0) throw "a factor takes all";
  }
}

}  // namespace

std::vector<std::string> seeds() {
  train::Progress progress;
  progress.step = 7;
  progress.position = {.epoch = 2, .batch = 3};
  progress.best.score = -12.5;
  progress.precision = config::Precision::bf16;
  progress.cost.seconds = 12.5;
  std::vector<std::string> states = {state_of(run_with_adam(), {}),
                                     state_of(run_with_adam(), progress),
                                     state_of(run_with_sgd(), progress)};
  append(states, changed(states, {{"regard training state 1", "regard training state 0"},
                                  {R"("tokenizer":")", R"("tokenizer":"0)"},
                                  {R"(\"step\":7)", R"(\"step\":7.5)"},
                                  {R"(\"step\":7)", R"(\"step\":-7)"},
                                  {R"(\"step\":7,)", ""},
                                  {R"(\"batch\":3)", R"(\"batch\":30)"},
                                  {R"(\"precision\":\"bf16\")", R"(\"precision\":\"b\")"},
                                  {R"(\"joules\":0.0)", R"(\"joules\":null)"},
                                  {R"("model.bias":)", R"("model.size":)"},
                                  {R"("dtype":"U8")", R"("dtype":"I8")"},
                                  {R"("random.cpu":)", R"("random.gpu":)"},
                                  {R"("shape":[2,3]}})", R"("shape":[]}})"}}));
  return states;
}

std::string repaired(const std::string& /*before*/, std::string after) {
  return with_safetensors_layout(std::move(after));
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  for (auto* run : {&run_with_adam(), &run_with_sgd()}) {
    for (const auto resume_at : {train::ResumeAt::next_epoch, train::ResumeAt::saved_position}) {
      try {
        check(train::load_training_state(file.path(), run->task, *run->optimizer, run->average,
                                         *run->group, resume_at));
        torch::rand({2});  // from the restored generator
      } catch (const Error&) {
      }
    }
  }
}

}  // namespace regard::fuzz
