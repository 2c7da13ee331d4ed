#pragma once

namespace regard::engine {

/// The number type of a matrix product's factors; sums are float32, or exact.
enum class Precision {
  float32,
  /// Weights and inputs rounded to the upper half of a float32: half the memory, and twice the
  /// speed if the processor multiplies them in pairs (AVX512-BF16).
  bf16,
  /// Weights and inputs as 8-bit integers, with a scale for each output and each row: a quarter of
  /// the memory, and the fastest.
  int8,
};

}  // namespace regard::engine
