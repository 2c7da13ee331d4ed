#pragma once
#include <torch/types.h>

/// Operations that LibTorch lacks or does slowly. Each has two bodies side by side in its source:
/// `plain`, in LibTorch's own operators, which is the definition and differentiates itself, and
/// `fused`, with a gradient of its own. tests/training/ops/bodies_test.cpp drives every operation
/// through both.
namespace regard::ops {

/// While it lives, every operation takes its plain body, in every thread: for reading, debugging
/// and testing. One at a time.
class PlainBodies {
 public:
  PlainBodies();
  ~PlainBodies();
  PlainBodies(const PlainBodies&) = delete;
  PlainBodies& operator=(const PlainBodies&) = delete;
};

/// Whether an operation may take a fused body at all: not while a PlainBodies lives.
bool may_fuse();

/// Whether it may take the fused body for `tensor`: also requires float32 on the CPU, the only
/// numbers that the kernels of math/ read.
bool may_fuse(const torch::Tensor& tensor);

}  // namespace regard::ops
