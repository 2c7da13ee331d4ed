#pragma once
#include <torch/nn/module.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "regard/interop/safetensors.h"

namespace regard::interop {

/// What a model file says of its weights, beside them.
struct ModelMetadata {
  std::string architecture;  ///< `model.type`
  std::string options;       ///< the model section of the config, all values written out, as YAML
  int64_t source_vocab = 0;  ///< of a language model both are its vocabulary
  int64_t target_vocab = 0;
  std::string tokenizer_hash;  ///< text::TokenizerPair::hash()
  int64_t step = 0;            ///< of training
  std::string score;           ///< of the validation that chose the weights, in words: "loss 2.314"
  bool int8 = false;           ///< how the file that it was read from keeps matrices; see Storage
};

/// How a file keeps the numbers of matrices.
enum class Storage {
  float32,
  /// Integers and, as NAME.scale (rows, 1), what a row is multiplied with: its largest number is
  /// 127 of them. All other weights stay as they are. A quarter of the size.
  int8,
};

/// Throws Error where the directory has that file: no model is ever overwritten.
void check_holds_no_model(const std::filesystem::path& directory,
                          const std::string& file = "model.safetensors");

/// Writes the weights of `model` (on any device) to a safetensors file; written beside and renamed.
/// A weight that several modules share is written once, under its first name.
void save_model(const std::string& path, const torch::nn::Module& model,
                const ModelMetadata& metadata, Storage storage = Storage::float32);

/// A model file that is open. Its weights are those that it had then, also when a training has put
/// newer ones in its place.
class ModelFile {
 public:
  /// Throws Error where the file is missing, damaged or no model of regard.
  explicit ModelFile(const std::string& path);

  const ModelMetadata& metadata() const { return metadata_; }

  /// Throws Error, naming file and tensor, where a tensor of `model` is missing, is not the
  /// model's, or has another shape or type.
  void check_weights_of(const torch::nn::Module& model) const;

  /// One of its weights, on the CPU, and float32 whatever the file keeps. Throws Error where it
  /// cannot be read.
  torch::Tensor read(const std::string& name);

  /// Reads all of them into `model`, which stays on its device, and is unchanged where
  /// check_weights_of() throws.
  void load(torch::nn::Module& model);

 private:
  SafetensorsReader reader_;
  ModelMetadata metadata_;
};

/// The names that model files have for the tensors of `model`'s parameters and buffers: of a tensor
/// that several modules share, the first one.
std::map<const c10::TensorImpl*, std::string> weight_names(const torch::nn::Module& model);

/// Throws Error where the file is missing, damaged or no model of regard.
ModelMetadata read_model_metadata(const std::string& path);

/// ModelFile(path).load(model)
ModelMetadata load_weights(const std::string& path, torch::nn::Module& model);

/// Reads the mean of the weights of several files, computed in float64, into `model`; with the same
/// checks. Returns the metadata of the last file.
ModelMetadata load_average(std::span<const std::string> paths, torch::nn::Module& model);

}  // namespace regard::interop
