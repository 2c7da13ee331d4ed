#include "model/device.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/cuda.h>

#include <charconv>

#include "base/threads.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {
namespace {

torch::Device cuda_device(const std::string& name, int64_t number) {
  const auto count = static_cast<int64_t>(torch::cuda::device_count());
  if (count == 0) {
    throw Error(
        str("device ", name, " was asked for, but LibTorch finds no GPU"), {},
        "use --device cpu, or a LibTorch built with CUDA and a driver that nvidia-smi shows");
  }
  if (number >= count) {
    throw Error(str("device ", name, " was asked for, but there are ", count, " GPUs"), {},
                str("the last one is cuda:", count - 1));
  }
  // cuDNN plans attention for every new shape, a tenth of a second each, and most batches have a
  // new one.
  at::globalContext().setSDPUseCuDNN(false);
  return {torch::kCUDA, static_cast<c10::DeviceIndex>(number)};
}

}  // namespace

torch::Device device_named(const std::string& name) {
  if (name == "cpu") return torch::kCPU;
  if (name == "auto") return torch::cuda::is_available() ? cuda_device(name, 0) : torch::kCPU;
  if (name == "cuda") return cuda_device(name, 0);
  constexpr std::string_view prefix = "cuda:";
  if (name.starts_with(prefix)) {
    int8_t number = 0;  // the type of c10::DeviceIndex
    const char* end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + prefix.size(), end, number);
    if (read.ec == std::errc() && read.ptr == end && number >= 0) return cuda_device(name, number);
  }
  throw Error(str("there is no device '", name, "'"), {}, "use auto, cpu, cuda or cuda:N");
}

void set_threads(int64_t threads) {
  if (threads > 0) regard::set_threads(threads);
  at::set_num_threads(static_cast<int>(regard::threads()));
  // Operations run one after the other; LibTorch accepts this setting once, before the first.
  static const bool kSaid = [] {
    try {
      at::set_num_interop_threads(1);
    } catch (const c10::Error&) {
    }
    return true;
  }();
  static_cast<void>(kSaid);
}

}  // namespace regard::model
