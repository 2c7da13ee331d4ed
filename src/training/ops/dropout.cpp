#include "ops/dropout.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/nn/functional/dropout.h>

#include <cmath>
#include <mutex>

#include "math/kernels.h"
#include "ops/bodies.h"

namespace regard::ops {
namespace {

// Each fixed-size block has its own mask, so the result does not depend on the threads.
torch::Tensor masked(const torch::Tensor& input, const DropoutMask& mask) {
  constexpr int64_t kBlock = 4096;
  constexpr int64_t kBlocksAThread = 8;
  const auto source = input.contiguous();
  auto result = torch::empty_like(source);
  const auto* from = source.const_data_ptr<float>();
  auto* to = result.mutable_data_ptr<float>();
  const int64_t size = source.numel();
  at::parallel_for(0, (size + kBlock - 1) / kBlock, kBlocksAThread,
                   [&](int64_t begin, int64_t end) {
                     for (int64_t block = begin; block < end; ++block) {
                       const int64_t first = block * kBlock;
                       mask.apply(from + first, to + first, std::min(kBlock, size - first), block);
                     }
                   });
  return result;
}

// The mask is not kept: the backward pass recomputes it from the seed.
class FusedDropout : public torch::autograd::Function<FusedDropout> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& input, double rate, int64_t seed) {
    context->saved_data["rate"] = rate;
    context->saved_data["seed"] = seed;
    return masked(input, {rate, static_cast<uint64_t>(seed)});
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    const double rate = context->saved_data["rate"].toDouble();
    const auto seed = static_cast<uint64_t>(context->saved_data["seed"].toInt());
    return {masked(gradients[0], {rate, seed}), {}, {}};
  }
};

}  // namespace

DropoutMask DropoutMask::draw(double rate) {
  if (rate == 0.0) return {};
  auto generator = at::detail::getDefaultCPUGenerator();
  const std::lock_guard<std::mutex> lock(generator.mutex());
  return {rate, generator.get<at::CPUGeneratorImpl>()->random64()};
}

void DropoutMask::apply(const float* input, float* output, int64_t size, int64_t block) const {
  const auto threshold = static_cast<uint32_t>(std::min(rate * 0x1p32, 0x1p32 - 1));
  const auto scale = static_cast<float>(1.0 / (1.0 - rate));
  const uint64_t block_seed = (seed + static_cast<uint64_t>(block)) * 0x9e3779b97f4a7c15u;
  math::kernels().dropout(input, output, size, block_seed, threshold, scale);
}

torch::Tensor seeded_dropout(const torch::Tensor& input, double rate, bool training) {
  TORCH_CHECK(rate >= 0.0 && rate < 1.0, "seeded_dropout: rate must be in [0, 1), got ", rate);
  if (!training || rate == 0.0) return input;
  if (!may_fuse(input)) return torch::dropout(input, rate, true);
  return FusedDropout::apply(input, rate, static_cast<int64_t>(DropoutMask::draw(rate).seed));
}

}  // namespace regard::ops
