#include "ops/bodies.h"

#include <atomic>

namespace regard::ops {
namespace {

// Global, not thread-local: autograd and parallel loops have threads of their own.
std::atomic<bool> only_plain{false};

}  // namespace

PlainBodies::PlainBodies() {
  TORCH_CHECK(!only_plain.exchange(true), "PlainBodies: there is one already");
}

PlainBodies::~PlainBodies() { only_plain = false; }

bool may_fuse() { return !only_plain; }

bool may_fuse(const torch::Tensor& tensor) {
  return may_fuse() && tensor.is_cpu() && tensor.scalar_type() == torch::kFloat;
}

}  // namespace regard::ops
