#pragma once
#include "math/reductions.h"

/// Kernels that round rows for products.
namespace regard::math {
namespace {

// Adds half a unit in the last kept place, or slightly less if that digit is even. NaN stays NaN.
void round_to_bf16(const float* x, int64_t size, int64_t padded, uint16_t* y) {
  for (int64_t i = 0; i < size; ++i) {
    uint32_t bits;
    __builtin_memcpy(&bits, x + i, sizeof(bits));
    const bool is_nan = (bits & 0x7FFFFFFFU) > 0x7F800000U;
    const uint32_t rounded = bits + 0x7FFFU + ((bits >> 16U) & 1U);
    y[i] = static_cast<uint16_t>((is_nan ? bits | 0x400000U : rounded) >> 16U);
  }
  for (int64_t i = size; i < padded; ++i) y[i] = 0;
}

void quantize(const float* x, int64_t size, int64_t padded, uint8_t* bytes, float* scale) {
  Lanes most = {};
  for_parts(size, [&](auto part) {
    const Lanes lanes = part.load(x);
    most = larger(most, larger(lanes, -lanes));
  });
  const float maximum = largest(most);
  *scale = maximum / 127.0F;
  const float factor = maximum > 0.0F ? 127.0F / maximum : 0.0F;
  for_parts(size, [&](auto part) {
    const Ints rounded = (Ints)fused(part.load(x), all(factor), all(kRound + kZeroByte)) & 255;
    const auto narrow = __builtin_convertvector(rounded, Bytes);
    __builtin_memcpy(bytes + part.at, &narrow, static_cast<size_t>(part.count()));
  });
  for (int64_t i = size; i < padded; ++i) bytes[i] = kZeroByte;
}

}  // namespace
}  // namespace regard::math
