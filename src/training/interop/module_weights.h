#pragma once
#include <torch/nn/module.h>

#include <map>
#include <span>
#include <string>

#include "store/model_file.h"

namespace regard::interop {

/// Writes the weights of `model`, on any device, as store::write_model_file does. A weight that
/// several modules share is written once, under its first name.
void save_model(const std::string& path, const torch::nn::Module& model,
                const store::ModelMetadata& metadata,
                store::Storage storage = store::Storage::float32);

/// Throws Error, naming file and tensor, unless the file has exactly the tensors of `model`, with
/// the same shapes and types.
void check_weights_of(const torch::nn::Module& model, const store::ModelFile& file);

/// Reads all weights of a file into `model`, which stays on its device. Throws Error as
/// check_weights_of() does, and leaves the model unchanged then.
void load(store::ModelFile& file, torch::nn::Module& model);

/// The names of `model`'s parameters and buffers in model files; of a shared tensor, the first
/// name.
std::map<const c10::TensorImpl*, std::string> weight_names(const torch::nn::Module& model);

/// Loads a file. Returns its metadata.
store::ModelMetadata load_weights(const std::string& path, torch::nn::Module& model);

/// Loads the mean of the weights of several files, computed in float64, with the same checks.
/// Returns the metadata of the last file.
store::ModelMetadata load_average(std::span<const std::string> paths, torch::nn::Module& model);

}  // namespace regard::interop
