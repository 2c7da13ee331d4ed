#include "trainer/beginning.h"

#include <filesystem>

#include "base/log.h"
#include "base/regular_file.h"
#include "interop/module_weights.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_file.h"

namespace regard::train {
namespace {

/// A model that was trained at a rate leaves what it has learned if it goes on at the same.
void warn_of_a_high_rate(const config::Experiment& experiment) {
  const RunDirectory directory(experiment.training.init_from);
  if (!is_there(directory.config())) return;
  const auto before =
      config::load_experiment(directory.config_to_read(), {}, config::Use::translation);
  if (before.data.train.empty()) return;  // imported: its rate is not known
  constexpr double kHigh = 0.5;
  const double own = experiment.training.learning_rate, run = before.training.learning_rate;
  if (own <= kHigh * run) return;
  log_warning("training.learning_rate is ", own, ", and ", directory.path(), " was trained at ",
              run, ": the model may forget what it knows; --set training.learning_rate=", run / 10,
              " is a tenth of that");
}

}  // namespace

RunDirectory run_to_begin_with(const std::string& path) {
  RunDirectory directory(path);
  if (!is_there(directory.config()) && is_there(path + "/config.json")) {
    throw Error("is a model of another program, from which no training starts", path,
                "import it first: regard import DIR -o RUN");
  }
  if (!is_there(directory.weights())) {
    throw Error("has no model.safetensors to start from", path,
                "name a model that regard train or regard import wrote");
  }
  return directory;
}

text::TokenizerPair tokenizers_of_beginning(const config::Experiment& experiment) {
  return run_to_begin_with(experiment.training.init_from)
      .load_tokenizers(experiment.data.preprocess);
}

std::optional<std::vector<std::string>> words_of_beginning(const config::Experiment& experiment,
                                                           const RunDirectory& run, bool resume) {
  if (experiment.training.init_from.empty()) return std::nullopt;
  const RunDirectory beginning(experiment.training.init_from);
  const auto weights = resume && is_there(run.weights()) ? run.weights() : beginning.weights();
  if (resume && !is_there(weights)) return std::vector<std::string>();
  return text::HalfWords::parse(store::read_model_metadata(weights).words, weights);
}

void load_weights_of_beginning(const config::Experiment& experiment, torch::nn::Module& model) {
  const auto weights = run_to_begin_with(experiment.training.init_from).weights();
  const auto metadata = store::read_model_metadata(weights);
  const auto& type = experiment.model.find("type")->text;
  if (metadata.architecture != type) {
    throw Error(str("holds a model of type ", metadata.architecture, ", but model.type is ", type),
                weights, "copy the model section of that run's config.yaml");
  }
  warn_of_a_high_rate(experiment);
  interop::load_weights(weights, model);
  log_info("starting from the weights of ", experiment.training.init_from, " (step ", metadata.step,
           ", ", metadata.score, ")");
}

}  // namespace regard::train
