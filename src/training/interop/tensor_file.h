#pragma once
#include <torch/types.h>

#include <map>
#include <string>

#include "store/safetensors.h"

namespace regard::interop {

/// The content of a safetensors file.
struct SafetensorsFile {
  std::map<std::string, torch::Tensor> tensors;  ///< on the CPU
  std::map<std::string, std::string> metadata;
};

torch::ScalarType scalar_type(store::Dtype type);
/// Throws Error for a type that safetensors lacks.
store::Dtype dtype_of(torch::ScalarType type);

/// The memory of a contiguous tensor on the CPU.
std::span<std::byte> bytes_of(const torch::Tensor& tensor);

/// Reads a tensor of an open file, to the CPU. Throws Error if it cannot be read.
torch::Tensor read_tensor(store::SafetensorsReader& file, const std::string& name);

/// Reads and checks a whole file, as store::SafetensorsReader does.
SafetensorsFile read_safetensors(const std::string& path);

/// Writes tensors of any device, as store::write_safetensors does.
void write_safetensors(const std::string& path, const std::map<std::string, torch::Tensor>& tensors,
                       const std::map<std::string, std::string>& metadata);

}  // namespace regard::interop
