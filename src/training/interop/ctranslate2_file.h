#pragma once
#include <torch/types.h>

#include <cstdint>
#include <map>
#include <string>

namespace regard::interop {

/// The content of CTranslate2's model.bin, binary version 6: named variables, little-endian.
struct Ctranslate2File {
  std::string specification = "TransformerSpec";
  uint32_t revision = 7;  ///< of the specification
  std::map<std::string, torch::Tensor> variables;
  std::map<std::string, std::string> aliases;  ///< other names of variables
};

/// Reads and checks a whole file. Throws Error naming the file and what is wrong. Reading one
/// executes nothing.
Ctranslate2File read_ctranslate2(const std::string& path);

/// Written atomically, in the order of the names.
void write_ctranslate2(const std::string& path, const Ctranslate2File& file);

}  // namespace regard::interop
