// Weights in the safetensors format (store/safetensors.h).
#include <torch/types.h>
#include <unistd.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "fuzz/changed_seeds.h"
#include "fuzz/memory_file.h"
#include "fuzz/safetensors_layout.h"
#include "fuzz/target.h"
#include "interop/load_model.h"

namespace regard::fuzz {

std::vector<std::string> seeds() {
  const auto path = (std::filesystem::temp_directory_path() /
                     ("regard-fuzz-" + std::to_string(::getpid()) + ".safetensors"))
                        .string();
  std::vector<std::string> files;
  const auto add = [&](const std::map<std::string, torch::Tensor>& tensors,
                       const std::map<std::string, std::string>& metadata) {
    interop::write_safetensors(path, tensors, metadata);
    files.push_back(read_file(path));
  };
  add({}, {});
  add({{"a", torch::ones({2, 3})}}, {{"format", "regard 1"}});
  add({{"b", torch::ones({4}, torch::kInt64)},
       {"c", torch::ones({1}, torch::kBFloat16)},
       {"d", torch::ones({}, torch::kBool)},
       {"e", torch::ones({0, 7})}},
      {});
  std::filesystem::remove(path);
  // Wrong offsets, which must not be repaired.
  append(files, changed(files, {{R"("shape":[2,3])", R"("scope":[2,3])", false},
                                {R"("shape":[2,3])", R"("shape":[3,3])", false},
                                {R"("data_offsets":[0,24])", R"("data_offsets":[0,25])", false},
                                {R"("data_offsets":[0,24])", R"("data_offsets":[4,24])", false},
                                {R"("data_offsets":[32,34])", R"("data_offsets":[33,35])", false},
                                {R"("c":{)", R"("b":{)", false}}));
  files.push_back(files[1] + "x");
  return files;
}

std::string repaired(const std::string& /*before*/, std::string after) {
  return with_safetensors_layout(std::move(after));
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  for (const auto& [name, tensor] : interop::read_safetensors(file.path()).tensors) {
    if (tensor.nbytes() > input.size()) throw "a tensor is larger than its file";
  }
}

}  // namespace regard::fuzz
