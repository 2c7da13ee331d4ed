#include "regard/interop/make_model.h"

#include "regard/base/decimals.h"
#include "regard/base/error.h"
#include "regard/base/regular_file.h"
#include "regard/base/str.h"
#include "regard/model/modules.h"
#include "regard/model/registry.h"

namespace regard::interop {

std::shared_ptr<model::Seq2SeqModel> make_model(const config::Experiment& experiment,
                                                const text::TokenizerPair& tokenizers) {
  return model::make_seq2seq_model(experiment.model, tokenizers.source().size(),
                                   tokenizers.target().size(), tokenizers.one_vocabulary());
}

std::shared_ptr<model::LanguageModel> make_language_model(const config::Experiment& experiment,
                                                          const text::TokenizerPair& tokenizers) {
  return model::make_language_model(experiment.model, tokenizers.target().size());
}

std::shared_ptr<torch::nn::Module> make_any_model(const config::Experiment& experiment,
                                                  const text::TokenizerPair& tokenizers) {
  if (experiment.task == config::Task::language_model)
    return make_language_model(experiment, tokenizers);
  return make_model(experiment, tokenizers);
}

void check_may_hold(const std::string& file, const config::Experiment& experiment,
                    const text::TokenizerPair& tokenizers) {
  const auto target = static_cast<double>(tokenizers.target().size());
  const bool has_source = experiment.task == config::Task::translation;
  const double vocab =
      has_source ? target + static_cast<double>(tokenizers.source().size()) : target;
  const double weights =
      model::find_row(experiment.task, experiment.model).least_weights(experiment.model, vocab);
  const auto size = size_of_regular_file(file);
  if (static_cast<double>(size) >= weights) return;
  throw Error(str("has ", size, " bytes, but the model that its config describes has at least ",
                  fixed(weights, 0), " weights"),
              file, "it was truncated, or belongs to another config", ExitCode::failure);
}

}  // namespace regard::interop
