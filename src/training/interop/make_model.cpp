#include "interop/make_model.h"

#include "model/modules.h"

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

}  // namespace regard::interop
