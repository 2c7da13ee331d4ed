#include "ops/product.h"

#include <ATen/Parallel.h>

#include <vector>

#include "math/kernels.h"
#include "ops/rounded_products.h"

namespace regard::ops {
namespace {

// Below, packing costs more than the kernel gains.
constexpr int64_t kTiny = int64_t{1} << 21;  // multiplications

bool suits_kernel(const torch::Tensor& a, const torch::Tensor& b, const torch::Tensor& result) {
  return products_by_kernels() && a.size(0) * a.size(1) * b.size(1) >= kTiny &&
         result.stride(1) == 1;
}

math::Strided strided(const torch::Tensor& x) {
  return {x.const_data_ptr<float>(), x.stride(0), x.stride(1)};
}

/// The result in as many parts as there are threads: columns, whole panels of them, or rows where
/// these are more.
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

}  // namespace regard::ops
