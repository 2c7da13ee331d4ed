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

/// "auto" (a GPU if there is one), "cpu", "cuda" or "cuda:N". Throws Error for another name and for
/// a missing GPU. Where it is a GPU, the whole process computes attention without cuDNN from then
/// on.
torch::Device device_named(const std::string& name);

/// Threads per operation on the CPU, and regard::threads(); 0 keeps the defaults, one per core.
void set_threads(int64_t threads);

/// Floating-point operations of a forward pass per token: two for each weight that multiplies it.
/// Embeddings are looked up; products in attention without weights (a few hundredths of the total
/// at a sentence's length) are not counted.
struct TokenFlops {
  double source = 0;  ///< of the modules below "encoder"
  double target = 0;  ///< of all others, and of the output layer
};
TokenFlops token_flops(const torch::nn::Module& model, const nn::OutputLayer& output_layer);

/// The model that a model section describes, with new random weights. `shared_vocab`: source and
/// target ids mean the same pieces. Throws Error as find_architecture (architecture/registry.h)
/// does, if the options do not fit together, and if memory cannot hold the weights.
std::shared_ptr<Seq2SeqModel> make_seq2seq_model(const config::Node& section, int64_t source_vocab,
                                                 int64_t target_vocab, bool shared_vocab);
std::shared_ptr<LanguageModel> make_language_model(const config::Node& section, int64_t vocab);

/// The options of a model of this class; null for other classes, those derived from it too.
template <class Model>
const typename Model::Options* options_if(const Seq2SeqModel& model) {
  return typeid(model) == typeid(Model) ? &static_cast<const Model&>(model).options() : nullptr;
}

/// The complete section of a model of an architecture of the registry; nothing for others.
std::optional<config::Node> section_of(const Seq2SeqModel& model);

}  // namespace regard::model
