#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "config/experiment.h"
#include "model/language_model.h"
#include "model/seq2seq_model.h"
#include "store/model_file.h"
#include "store/safetensors.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

/// The content of a safetensors file.
struct SafetensorsFile {
  std::map<std::string, torch::Tensor> tensors;  ///< on the CPU
  std::map<std::string, std::string> metadata;
};

torch::ScalarType scalar_type(store::Dtype type);
/// The safetensors type for `type`. Throws Error if safetensors has none.
store::Dtype dtype_of(torch::ScalarType type);

/// The memory of a contiguous tensor on the CPU.
std::span<std::byte> bytes_of(const torch::Tensor& tensor);

/// Reads a tensor of an open file into CPU memory. Throws Error if it cannot be read.
torch::Tensor read_tensor(store::SafetensorsReader& file, const std::string& name);

/// Reads and checks a whole file, as store::SafetensorsReader does.
SafetensorsFile read_safetensors(const std::string& path);

/// Writes tensors on any device, as store::write_safetensors does.
void write_safetensors(const std::string& path, const std::map<std::string, torch::Tensor>& tensors,
                       const std::map<std::string, std::string>& metadata);

/// Writes the weights of `model`, on any device, as store::write_model_file does. A weight that
/// several modules share is written once, under its first name.
void save_model(const std::string& path, const torch::nn::Module& model,
                const store::ModelMetadata& metadata,
                store::Storage storage = store::Storage::float32);

/// Throws Error, naming file and tensor, unless the file has exactly the tensors of `model`, with
/// the same shapes and types.
void check_weights_of(const torch::nn::Module& model, const store::ModelFile& file);

/// Reads all weights of a file into `model`, which stays on its device. Throws Error as
/// check_weights_of() does; the model is then unchanged.
void load(store::ModelFile& file, torch::nn::Module& model);

/// The names of `model`'s parameters and buffers in model files; for a shared tensor, its first
/// name.
std::map<const c10::TensorImpl*, std::string> weight_names(const torch::nn::Module& model);

/// Loads the weights of a file into `model`. Returns the file's metadata.
store::ModelMetadata load_weights(const std::string& path, torch::nn::Module& model);

/// Loads the mean of several files' weights, computed in float64. Checks each file as load() does.
/// Returns the metadata of the last file.
store::ModelMetadata load_average(std::span<const std::string> paths, torch::nn::Module& model);

/// The model that an experiment describes, with new random weights, on the CPU: a translation
/// model, a language model, or a model of either kind.
std::shared_ptr<model::Seq2SeqModel> make_model(const config::Experiment& experiment,
                                                const text::TokenizerPair& tokenizers);
std::shared_ptr<model::LanguageModel> make_language_model(const config::Experiment& experiment,
                                                          const text::TokenizerPair& tokenizers);
std::shared_ptr<torch::nn::Module> make_any_model(const config::Experiment& experiment,
                                                  const text::TokenizerPair& tokenizers);

template <class Model>
struct Loaded {
  config::Experiment experiment;
  std::shared_ptr<Model> model;  ///< on the requested device, in eval mode
  text::TokenizerPair tokenizers;
  store::ModelMetadata metadata;
};
using LoadedModel = Loaded<model::Seq2SeqModel>;
using LoadedLanguageModel = Loaded<model::LanguageModel>;

/// Both load a model with its weights, and throw the errors of store::open_model.
LoadedModel load_model(const std::string& directory, torch::Device device);
LoadedLanguageModel load_language_model(const std::string& directory, torch::Device device);

/// Writes a model directory: the config with all values, the tokenizers, and the weights. Of
/// `metadata`, only `step`, `score` and `alignment` are used. Throws Error if the directory already
/// holds a model.
void save_model_directory(const std::string& directory, const config::Experiment& experiment,
                          const text::TokenizerPair& tokenizers, const torch::nn::Module& model,
                          store::ModelMetadata metadata);

}  // namespace regard::interop
