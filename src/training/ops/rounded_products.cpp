#include "ops/rounded_products.h"

#include <atomic>

namespace regard::ops {
namespace {

// Global, not thread-local: the backward pass of a GPU runs in a thread of autograd.
std::atomic<torch::ScalarType> type_now{torch::kFloat};

}  // namespace

RoundedProducts::RoundedProducts(torch::ScalarType type) {
  TORCH_CHECK(type == torch::kHalf || type == torch::kBFloat16,
              "RoundedProducts: float16 or bfloat16, not ", type);
  TORCH_CHECK(!rounded_type(), "RoundedProducts: there is one already");
  type_now = type;
}

RoundedProducts::~RoundedProducts() { type_now = torch::kFloat; }

std::optional<torch::ScalarType> rounded_type() {
  const auto type = type_now.load();
  return type == torch::kFloat ? std::nullopt : std::optional(type);
}

}  // namespace regard::ops
