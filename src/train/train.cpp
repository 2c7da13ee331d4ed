#include "regard/train/train.h"

#include <torch/utils.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/progress_bar.h"
#include "regard/base/str.h"
#include "regard/config/writer.h"
#include "regard/config/yaml_reader.h"
#include "regard/corpus/examples.h"
#include "regard/corpus/parallel_reader.h"
#include "regard/interop/model_file.h"
#include "regard/model/device.h"
#include "regard/model/registry.h"
#include "regard/text/tokenizer_trainer.h"
#include "regard/train/run_directory.h"
#include "regard/train/trainer.h"

namespace regard::train {
namespace {

/// Options that may change when a run is resumed, because no weight that was trained so far depends
/// on them.
bool may_change(const std::string& key) {
  static constexpr std::array kKeys = {
      "training.steps",        "training.threads",          "training.device",
      "training.report_every", "training.bleu_every",       "training.save_every",
      "training.patience",     "training.keep_checkpoints", "training.average"};
  return key.starts_with("search.") || key.starts_with("data.test") ||
         std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

/// Throws Error where the run in `directory` is another experiment than the one to be resumed.
void check_same_experiment(const config::Experiment& experiment, const RunDirectory& directory) {
  std::string changed;
  for (const auto& difference : config::differences(config::read_yaml_file(directory.config()),
                                                    config::to_node(experiment))) {
    if (!may_change(difference.key)) changed += (changed.empty() ? "" : "; ") + difference.str();
  }
  if (changed.empty()) return;
  throw Error(str("the run was begun with another config: ", changed), directory.config(),
              "resume with the config it was begun with, or train anew with --overwrite or another "
              "--output");
}

text::TokenizerPair make_tokenizers(const config::Experiment& experiment) {
  const auto& options = experiment.tokenizer;
  const auto preprocess = text::preprocess_named(experiment.data.preprocess);
  if (!options.model.empty()) {
    const auto source = text::Tokenizer::load(options.model);
    return {source, options.joint ? source : text::Tokenizer::load(options.target_model),
            preprocess};
  }
  auto lines = corpus::training_lines(experiment.data);
  log_info("training ", options.joint ? "a joint tokenizer" : "two tokenizers", " (", options.type,
           ") on ", lines.source.size(), " pairs");
  if (!options.joint) {
    return {text::train_tokenizer(lines.source, options),
            text::train_tokenizer(lines.target, options), preprocess};
  }
  std::move(lines.target.begin(), lines.target.end(), std::back_inserter(lines.source));
  const auto both = text::train_tokenizer(lines.source, options);
  return {both, both, preprocess};
}

ValidationText read_text(const config::ParallelText& files, const config::Experiment& experiment) {
  ValidationText text;
  if (files.empty()) return text;
  const auto preprocess = text::preprocess_named(experiment.data.preprocess);
  for (auto& pair : corpus::read_parallel_text(files)) {
    text.sources.push_back(std::move(pair.source));
    text.references.push_back(text::preprocess(pair.target, preprocess));
  }
  return text;
}

void prepare_directory(const RunDirectory& directory, const RunOptions& options) {
  if (directory.holds_run() && !options.overwrite && !options.resume) {
    throw Error(
        "already holds a run", directory.path(),
        "go on with it: --resume; replace it: --overwrite; or name another one: --output DIR");
  }
}

int64_t count_parameters(const model::Seq2SeqModel& model) {
  int64_t count = 0;
  for (const auto& parameter : model.parameters()) count += parameter.numel();
  return count;
}

/// Translates the test text with the best weights and says its BLEU.
void test(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
          const config::Experiment& experiment, const RunDirectory& directory,
          const ValidationText& text) {
  if (text.empty()) return;
  interop::load_weights(directory.model(), model);
  const auto result = validate_model(model, tokenizers, text, experiment.search,
                                     directory.translations("test.txt"));
  log_info("test: loss ", result.loss, ", BLEU ", *result.bleu, " (beam ",
           experiment.search.beam_size, "); translations in ", directory.translations("test.txt"));
}

}  // namespace

std::optional<int> train(config::Experiment experiment, const RunOptions& options,
                         const InterruptGuard& interrupt) {
  const RunDirectory directory(options.directory);
  prepare_directory(directory, options);
  const auto& architecture = model::find_architecture(experiment.model);
  experiment.model = architecture.complete(experiment.model);
  const auto device = model::device_named(experiment.training.device);
  model::set_threads(experiment.training.threads);
  const bool resume = options.resume && std::filesystem::exists(directory.state());
  if (resume) check_same_experiment(experiment, directory);

  const auto valid = read_text(experiment.data.valid, experiment);
  const auto test_text = read_text(experiment.data.test, experiment);
  const auto tokenizers =
      resume ? text::TokenizerPair::load(directory.path(),
                                         text::preprocess_named(experiment.data.preprocess))
             : make_tokenizers(experiment);
  corpus::CleaningReport cleaning;
  const auto examples = corpus::training_examples(experiment.data, tokenizers, cleaning);
  log_info(cleaning.table());

  torch::manual_seed(static_cast<uint64_t>(experiment.training.seed));
  const auto model = architecture.make(experiment.model, tokenizers.source().size(),
                                       tokenizers.target().size(), tokenizers.joint());
  model->to(device);

  if (!resume) {
    directory.clear();
    directory.create();
    tokenizers.save(directory.path());
  }
  write_file_atomically(directory.config(), config::to_yaml(experiment));

  Trainer trainer({.experiment = experiment,
                   .directory = directory,
                   .tokenizers = tokenizers,
                   .examples = examples,
                   .valid = valid,
                   .model = *model});
  if (resume) trainer.resume();
  log_info(architecture.name, ": ", count_parameters(*model), " parameters, ",
           tokenizers.source().size(),
           tokenizers.joint() ? " pieces" : str("+", tokenizers.target().size(), " pieces"),
           ", on ", device.str(), " with ", at::get_num_threads(), " threads");
  if (trainer.progress().step > 0) {
    log_info("resuming at step ", trainer.progress().step, " of ", experiment.training.steps,
             trainer.progress().finished
                 ? ": nothing is left to do; raise training.steps to train longer"
                 : "");
  }
  if (const auto signal = trainer.run(interrupt)) {
    log_info("stopped at step ", trainer.progress().step,
             "; go on with the same command and --resume");
    return signal;
  }
  test(*model, tokenizers, experiment, directory, test_text);
  const auto& done = trainer.progress();
  log_info("trained ", done.step, " steps, ", done.target_tokens, " target tokens, in ",
           format_duration(done.seconds), "; the model is ", directory.path());
  return std::nullopt;
}

}  // namespace regard::train
