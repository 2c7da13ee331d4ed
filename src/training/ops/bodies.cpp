#include "ops/bodies.h"

#include <ATen/Parallel.h>

#include <atomic>
#include <vector>

#include "math/kernels.h"

namespace regard::ops {
namespace {

// Global, not thread-local: autograd and parallel loops have their own threads.
std::atomic<bool> only_plain{false};

}  // namespace

PlainBodies::PlainBodies() {
  TORCH_CHECK(!only_plain.exchange(true), "PlainBodies: only one may exist");
}

PlainBodies::~PlainBodies() { only_plain = false; }

bool may_fuse() { return !only_plain; }

bool may_fuse(const torch::Tensor& tensor) {
  return may_fuse() && tensor.is_cpu() && tensor.scalar_type() == torch::kFloat;
}

namespace {

// Below this, packing costs more than the kernel saves.
constexpr int64_t kTiny = int64_t{1} << 21;  // multiplications

bool suits_kernel(const torch::Tensor& a, const torch::Tensor& b, const torch::Tensor& result) {
  return products_by_kernels() && a.size(0) * a.size(1) * b.size(1) >= kTiny &&
         result.stride(1) == 1;
}

math::Strided strided(const torch::Tensor& x) {
  return {x.const_data_ptr<float>(), x.stride(0), x.stride(1)};
}

/// Splits the result among the threads: by columns, in whole panels, or by rows if there are more
/// of them.
void multiply_by_kernel(const torch::Tensor& a, const torch::Tensor& b, const torch::Tensor& result,
                        bool is_added) {
  const auto left = strided(a), right = strided(b);
  const int64_t rows = a.size(0), inner = a.size(1), columns = b.size(1);
  auto* data = result.mutable_data_ptr<float>();
  const int64_t stride = result.stride(0);
  const bool by_columns = columns >= rows;
  const int64_t unit = by_columns ? math::kPanel : 1, all = by_columns ? columns : rows;
  const int64_t units = (all + unit - 1) / unit;
  const int64_t of_thread = (units + at::get_num_threads() - 1) / at::get_num_threads();
  at::parallel_for(0, units, of_thread, [&](int64_t begin, int64_t end) {
    static thread_local std::vector<float> scratch(math::kScratchOfProduct);
    const int64_t first = begin * unit, count = std::min(end * unit, all) - first;
    const int64_t row = by_columns ? 0 : first, column = by_columns ? first : 0;
    math::kernels().large_product({by_columns ? rows : count, inner, by_columns ? count : columns},
                                  left.from(row, 0), right.from(0, column),
                                  {data + row * stride + column, stride, is_added}, scratch.data());
  });
}

}  // namespace

torch::Tensor rounded(const torch::Tensor& x) {
  const auto type = rounded_type();
  return type ? x.to(*type) : x;
}

bool products_by_kernels() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool kGains = __builtin_cpu_is("amd") && math::all_kernels().size() > 1;
  return kGains;
#else
  return false;
#endif
}

void multiply(const torch::Tensor& a, const torch::Tensor& b, torch::Tensor result) {
  if (rounded_type()) {
    result.copy_(at::mm(rounded(a), rounded(b)));
  } else if (suits_kernel(a, b, result)) {
    multiply_by_kernel(a, b, result, false);
  } else {
    at::mm_out(result, a, b);
  }
}

torch::Tensor product(const torch::Tensor& a, const torch::Tensor& b) {
  auto result = torch::empty({a.size(0), b.size(1)}, a.options().dtype(torch::kFloat));
  multiply(a, b, result);
  return result;
}

void multiply_add(const torch::Tensor& a, const torch::Tensor& b, torch::Tensor result) {
  if (rounded_type()) {
    result.add_(at::mm(rounded(a), rounded(b)).to(torch::kFloat));
  } else if (suits_kernel(a, b, result)) {
    multiply_by_kernel(a, b, result, true);
  } else {
    result.addmm_(a, b);
  }
}

namespace {

// Global, not thread-local: the backward pass on a GPU runs in an autograd thread.
std::atomic<torch::ScalarType> type_now{torch::kFloat};

}  // namespace

RoundedProducts::RoundedProducts(torch::ScalarType type) {
  TORCH_CHECK(type == torch::kHalf || type == torch::kBFloat16,
              "RoundedProducts: the type must be float16 or bfloat16, not ", type);
  TORCH_CHECK(!rounded_type(), "RoundedProducts: only one may exist");
  type_now = type;
}

RoundedProducts::~RoundedProducts() { type_now = torch::kFloat; }

std::optional<torch::ScalarType> rounded_type() {
  const auto type = type_now.load();
  return type == torch::kFloat ? std::nullopt : std::optional(type);
}

}  // namespace regard::ops
