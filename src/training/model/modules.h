#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>

#include "config/node.h"
#include "model/language_model.h"
#include "model/seq2seq_model.h"
#include "nn/linear.h"

namespace regard::model {

/// The device "auto" (a GPU if there is one), "cpu", "cuda" or "cuda:N". Throws Error for any other
/// name and for a missing GPU. A GPU disables cuDNN attention in the whole process.
torch::Device device_named(const std::string& name);

/// Sets the threads per CPU operation, and regard::threads(). 0 keeps the default, one per core.
void set_threads(int64_t threads);

/// Floating-point operations of a forward pass per token: two for each weight that multiplies it.
/// Not counted are embedding lookups and the weightless products of attention (a few percent of the
/// total at sentence length).
struct TokenFlops {
  double source = 0;  ///< for modules below "encoder"
  double target = 0;  ///< for all others, including the output layer
};
TokenFlops token_flops(const torch::nn::Module& model, const nn::OutputLayer& output_layer);

/// The model that a model section describes, with new random weights. `shared_vocab`: source and
/// target ids mean the same pieces. Throws the errors of find_architecture
/// (architecture/registry.h), and Error if options conflict or memory cannot hold the weights.
std::shared_ptr<Seq2SeqModel> make_seq2seq_model(const config::Node& section, int64_t source_vocab,
                                                 int64_t target_vocab, bool shared_vocab);
std::shared_ptr<LanguageModel> make_language_model(const config::Node& section, int64_t vocab);

/// The options of a model of exactly this class; null for other classes, including derived ones.
template <class Model>
const typename Model::Options* options_if(const Seq2SeqModel& model) {
  return typeid(model) == typeid(Model) ? &static_cast<const Model&>(model).options() : nullptr;
}

/// The complete section of a model whose architecture is in the registry; nullopt for others.
std::optional<config::Node> section_of(const Seq2SeqModel& model);

}  // namespace regard::model
