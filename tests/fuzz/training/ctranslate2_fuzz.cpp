// CTranslate2 weights (interop/ctranslate2_variables.h).
#include "interop/ctranslate2_variables.h"

#include <torch/types.h>
#include <unistd.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "fuzz/ctranslate2_layout.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"

namespace regard::fuzz {

std::vector<std::string> seeds() {
  const auto path = (std::filesystem::temp_directory_path() /
                     ("regard-fuzz-" + std::to_string(::getpid()) + ".bin"))
                        .string();
  interop::Ctranslate2File file;
  std::vector<std::string> files;
  const auto add = [&] {
    interop::write_ctranslate2(path, file);
    files.push_back(read_file(path));
  };
  add();
  file.variables = {{"a", torch::ones({2, 3})},
                    {"b", torch::ones({}, torch::kInt8)},
                    {"c", torch::ones({2}, torch::kFloat16)}};
  add();
  file.aliases = {{"d", "a"}, {"e", "c"}};
  add();
  std::filesystem::remove(path);
  return files;
}

std::string repaired(const std::string& before, std::string after) {
  return Ctranslate2Layout::repaired(before, after);
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  const auto read = interop::read_ctranslate2(file.path());
  for (const auto& [name, tensor] : read.variables) {
    if (tensor.nbytes() > input.size()) throw "a variable is larger than its file";
  }
  for (const auto& [alias, variable] : read.aliases) {
    if (!read.variables.contains(variable)) throw "an alias of nothing";
  }
}

}  // namespace regard::fuzz
