#include "ops/product.h"

#include "regard/ops/rounded_products.h"

// Exported by LibTorch's CPU library, but not in its installed headers. Weak: where a build of
// LibTorch lacks it, it is null and MKL does the work.
namespace at::native {
__attribute__((weak)) void mkldnn_matmul(const Tensor& a, const Tensor& b, const Tensor& result,
                                         float beta, float alpha);
}

namespace regard::ops {
namespace {

// Making a oneDNN primitive costs some microseconds: tiny products are faster without.
constexpr int64_t kTiny = int64_t{1} << 21;  // multiplications

bool is_large(const torch::Tensor& a, const torch::Tensor& b) {
  return a.size(0) * a.size(1) * b.size(1) >= kTiny;
}

#if defined(__x86_64__) && defined(__GNUC__)
/// Whether oneDNN takes float32: it refuses where ONEDNN_MAX_CPU_ISA withholds what it wants.
bool onednn_multiplies() {
  const auto one = torch::ones({1, 1});
  auto result = torch::empty({1, 1});
  try {
    at::native::mkldnn_matmul(one, one, result, 0.0f, 1.0f);
  } catch (const c10::Error&) {
    return false;
  }
  return true;
}
#endif

}  // namespace

torch::Tensor rounded(const torch::Tensor& x) {
  const auto type = rounded_type();
  return type ? x.to(*type) : x;
}

bool products_by_onednn() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool kSupported = at::native::mkldnn_matmul != nullptr && __builtin_cpu_is("amd") &&
                                 __builtin_cpu_supports("avx512f") && onednn_multiplies();
  return kSupported;
#else
  return false;
#endif
}

void multiply(const torch::Tensor& a, const torch::Tensor& b, torch::Tensor result) {
  if (rounded_type()) {
    result.copy_(at::mm(rounded(a), rounded(b)));
  } else if (products_by_onednn() && is_large(a, b)) {
    at::native::mkldnn_matmul(a, b, result, 0.0f, 1.0f);
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
  } else if (products_by_onednn() && is_large(a, b)) {
    at::native::mkldnn_matmul(a, b, result, 1.0f, 1.0f);
  } else {
    result.addmm_(a, b);
  }
}

}  // namespace regard::ops
