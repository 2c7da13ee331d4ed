#pragma once
#include <torch/types.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace regard::interop {

/// An open safetensors file, to be read tensor by tensor: an 8-byte length, a JSON header, raw
/// numbers. Reading one executes nothing. It may be replaced meanwhile without effect.
class SafetensorsReader {
 public:
  struct Entry {
    torch::ScalarType type;
    std::vector<int64_t> shape;
    uint64_t begin, end;  ///< bytes of the file's data
  };

  /// Reads and checks all but the numbers: the header's length and JSON, names (none twice),
  /// dtypes, shapes, and that the tensors fill the file without gap or overlap. Throws Error naming
  /// the file and what is wrong.
  explicit SafetensorsReader(const std::string& path);

  const std::string& path() const { return path_; }
  const std::map<std::string, Entry>& entries() const { return entries_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  /// One of its tensors, on the CPU. Throws Error if it cannot be read.
  torch::Tensor read(const std::string& name);

 private:
  std::string path_;
  std::ifstream in_;
  uint64_t data_begin_ = 0;
  std::map<std::string, Entry> entries_;
  std::map<std::string, std::string> metadata_;
};

/// The content of a safetensors file.
struct SafetensorsFile {
  std::map<std::string, torch::Tensor> tensors;  ///< on the CPU
  std::map<std::string, std::string> metadata;
};

/// Reads and checks a whole file, as SafetensorsReader does.
SafetensorsFile read_safetensors(const std::string& path);

/// Writes tensors of any device, ordered by name, atomically. Throws Error if that fails, as on a
/// full disk, and leaves an old file of that name unchanged.
void write_safetensors(const std::string& path, const std::map<std::string, torch::Tensor>& tensors,
                       const std::map<std::string, std::string>& metadata);

}  // namespace regard::interop
