#pragma once
#include <memory>
#include <string>

#include "config/experiment.h"
#include "model/language_model.h"
#include "model/seq2seq_model.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

/// The model that an experiment describes, with new random weights, on the CPU: a translation
/// model, a language model, or either.
std::shared_ptr<model::Seq2SeqModel> make_model(const config::Experiment& experiment,
                                                const text::TokenizerPair& tokenizers);
std::shared_ptr<model::LanguageModel> make_language_model(const config::Experiment& experiment,
                                                          const text::TokenizerPair& tokenizers);
std::shared_ptr<torch::nn::Module> make_any_model(const config::Experiment& experiment,
                                                  const text::TokenizerPair& tokenizers);

}  // namespace regard::interop
