#pragma once
#include <torch/nn/module.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "regard/interop/safetensors.h"

namespace regard::interop {

/// What a model file records beside the weights.
struct ModelMetadata {
  std::string architecture;  ///< `model.type`
  std::string options;       ///< the model section of the config with all values, as YAML
  int64_t source_vocab = 0;  ///< for a language model, both are its vocabulary
  int64_t target_vocab = 0;
  std::string tokenizer_hash;  ///< text::TokenizerPair::hash()
  int64_t step = 0;            ///< of training
  std::string score;           ///< of the validation that selected the weights: "loss 2.314"
  std::string words = {};      ///< text::HalfWords::list() of the training text; empty: not known
  bool int8 = false;           ///< the file stores matrices as Storage::int8
};

/// How a file stores matrices.
enum class Storage {
  float32,
  /// 8-bit integers, and as NAME.scale (rows, 1) the factor of each row, which maps its largest
  /// number to 127. Other weights stay float32. A quarter of the size.
  int8,
};

/// Throws Error if the directory has that file: a model is never overwritten.
void check_holds_no_model(const std::filesystem::path& directory,
                          const std::string& file = "model.safetensors");

/// Writes the weights of `model`, on any device, to a safetensors file, atomically. A weight that
/// several modules share is written once, under its first name.
void save_model(const std::string& path, const torch::nn::Module& model,
                const ModelMetadata& metadata, Storage storage = Storage::float32);

/// An open model file. Its weights stay the same even if a training replaces the file.
class ModelFile {
 public:
  /// Throws Error if the file is missing, damaged or no model of regard.
  explicit ModelFile(const std::string& path);

  const ModelMetadata& metadata() const { return metadata_; }

  /// Throws Error, naming file and tensor, unless the file has exactly the tensors of `model`, with
  /// the same shapes and types.
  void check_weights_of(const torch::nn::Module& model) const;

  /// A weight, on the CPU, as float32 however it is stored. Throws Error if it cannot be read.
  torch::Tensor read(const std::string& name);

  /// Reads all weights into `model`, which stays on its device. Throws Error as check_weights_of()
  /// does, and leaves the model unchanged then.
  void load(torch::nn::Module& model);

 private:
  SafetensorsReader reader_;
  ModelMetadata metadata_;
};

/// The names of `model`'s parameters and buffers in model files; of a shared tensor, the first
/// name.
std::map<const c10::TensorImpl*, std::string> weight_names(const torch::nn::Module& model);

/// Throws Error as ModelFile does.
ModelMetadata read_model_metadata(const std::string& path);

/// ModelFile(path).load(model)
ModelMetadata load_weights(const std::string& path, torch::nn::Module& model);

/// Loads the mean of the weights of several files, computed in float64, with the same checks.
/// Returns the metadata of the last file.
ModelMetadata load_average(std::span<const std::string> paths, torch::nn::Module& model);

}  // namespace regard::interop
