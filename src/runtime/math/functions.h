#pragma once
#include "math/kernels.h"
#include "math/parts.h"

/// Elementwise functions of vectors.
namespace regard::math {
namespace {

// 1.5 * 2^23: adding it leaves an integer in the low bits.
constexpr float kRound = 12582912.0F;

// e^x within 2 units in the last place for x in [-87, 88]; x is clamped to this range. NaN stays
// NaN.
// e^x = 2^n e^r with |r| <= ln(2) / 2, and e^r from its Taylor polynomial.
REGARD_INLINE Lanes exponential(Lanes x) {
  x = larger(all(-87.0F), smaller(all(88.0F), x));
  const Lanes shifted = fused(x, all(1.44269504F), all(kRound));
  const Lanes n = shifted - kRound;
  Lanes r = fused(n, all(-0.693145752F), x);  // ln 2 in two parts
  r = fused(n, all(-1.42860677e-6F), r);
  Lanes sum = all(1.0F / 5040);
  for (const float coefficient : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F}) {
    sum = fused(sum, r, all(coefficient));
  }
  const Ints power = ((Ints)shifted << 23) + (127 << 23);
  return sum * (Lanes)power;
}

REGARD_INLINE Lanes sigmoid(Lanes x) { return 1.0F / (1.0F + exponential(-x)); }
/// The derivative of the sigmoid, given its value y.
REGARD_INLINE Lanes slope_of_sigmoid(Lanes y) { return y * (1.0F - y); }

REGARD_INLINE Lanes tangent(Lanes x) { return 1.0F - 2.0F / (1.0F + exponential(x + x)); }
REGARD_INLINE Lanes slope_of_tangent(Lanes y) { return 1.0F - y * y; }

REGARD_INLINE Lanes relu(Lanes x) { return x < 0.0F ? Lanes{} : x; }

// x times the normal distribution function, accurate to 1.5e-7: Abramowitz and Stegun, 7.1.26.
REGARD_INLINE Lanes gelu(Lanes x) {
  const Lanes z = (x < 0.0F ? -x : x) * 0.707106781F;
  const Lanes t = 1.0F / fused(z, all(0.3275911F), all(1.0F));
  Lanes sum = all(1.061405429F);
  for (const float coefficient : {-1.453152027F, 1.421413741F, -0.284496736F, 0.254829592F}) {
    sum = fused(sum, t, all(coefficient));
  }
  const Lanes tail = 0.5F * sum * t * exponential(-z * z);
  return x * (x < 0.0F ? tail : 1.0F - tail);
}

REGARD_INLINE Lanes activated(Lanes x, Activation activation) {
  switch (activation) {
    case Activation::none:
      return x;
    case Activation::relu:
      return relu(x);
    case Activation::gelu:
      return gelu(x);
    case Activation::silu:
      return x * sigmoid(x);
  }
  return x;
}

}  // namespace
}  // namespace regard::math
