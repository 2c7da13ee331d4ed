#include "cli_training/commands.h"

#include <ATen/Version.h>
#include <torch/cuda.h>
#include <torch/version.h>

#include <cstdlib>

#include "base/machine.h"
#include "cli/program.h"
#include "regard/base/str.h"

namespace regard::cli {

std::string library_versions() {
  std::string text = str("LibTorch ", TORCH_VERSION, "\n");
  text += str("CPU ", at::get_cpu_capability(), ", ", threads(), " threads\n");
  if (torch::cuda::is_available()) {
    text += str("CUDA, GPUs: ", static_cast<int>(torch::cuda::device_count()), "\n");
  } else {
    text += "CUDA: no usable GPU\n";
  }
  return text;
}

Program training_program() {
  // oneDNN caches the code that it compiles for each size of matrix multiplication, half a megabyte
  // per size in bf16. Most sizes occur in only one step. The variable must be set before the first
  // matrix multiplication.
  ::setenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "256", /*overwrite=*/0);
  auto program = runtime_program();
  program.commands.insert({
      {"download", alone<add_download>},
      {"train", alone<add_train>},
      {"sweep", alone<add_sweep>},
      {"distil", alone<add_distil>},
      {"rerank", alone<add_rerank>},
      {"eval", alone<add_eval>},
      {"generate", alone<add_generate>},
      {"compare", alone<add_compare>},
      {"average", alone<add_average>},
      {"import", alone<add_import>},
      {"export", alone<add_export>},
      {"attention", alone<add_attention>},
  });
  program.why_not_others = {
      "belongs to the teaching material, but this program was built without it",
      "build it with -DREGARD_LEARN=ON"};
  program.library_versions = library_versions;
  program.score_with_model = score_with_model;
  return program;
}

}  // namespace regard::cli
