#pragma once
#include <torch/types.h>

#include <map>
#include <string>

namespace regard::interop {

/// The content of a safetensors file: an 8-byte length, a JSON header, raw numbers. Reading one
/// executes nothing.
struct SafetensorsFile {
  std::map<std::string, torch::Tensor> tensors;  ///< on the CPU
  std::map<std::string, std::string> metadata;
};

/// Reads and checks a whole file: the header's length and JSON, names (none twice), dtypes, shapes,
/// and that the tensors fill the file without gap or overlap. Throws Error naming the file and what
/// is wrong.
SafetensorsFile read_safetensors(const std::string& path);

/// Writes tensors of any device, ordered by name; beside the file, then renamed. Throws Error where
/// that fails, a full disk too; an old file of that name is unchanged then.
void write_safetensors(const std::string& path, const std::map<std::string, torch::Tensor>& tensors,
                       const std::map<std::string, std::string>& metadata);

}  // namespace regard::interop
