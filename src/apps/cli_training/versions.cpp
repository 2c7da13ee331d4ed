#include "cli_training/versions.h"

#include <ATen/Version.h>
#include <torch/cuda.h>
#include <torch/version.h>

#include "base/threads.h"
#include "regard/base/str.h"

namespace regard::cli {

std::string library_versions() {
  std::string text = str("LibTorch ", TORCH_VERSION, "\n");
  text += str("CPU ", at::get_cpu_capability(), ", ", threads(), " threads\n");
  if (torch::cuda::is_available()) {
    text += str("CUDA, GPUs: ", static_cast<int>(torch::cuda::device_count()), "\n");
  } else {
    text += "CUDA: no GPU that can be used\n";
  }
  return text;
}

}  // namespace regard::cli
