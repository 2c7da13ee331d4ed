#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace regard::engine {

/// The number type of the factors in a matrix multiplication; sums are float32, or exact.
enum class Precision {
  float32,
  /// Weights and inputs rounded to bfloat16: half the memory, and twice the speed if the processor
  /// has AVX512-BF16.
  bf16,
  /// Weights and inputs as 8-bit integers, with a scale for each output and each row: a quarter of
  /// the memory, and the highest speed.
  int8,
};

/// The numbers of a weight in row-major order: float32, or integers with a scale for each row.
/// Copies share ownership of the memory.
struct Numbers {
  Numbers() = default;
  template <class Owner>
  Numbers(std::shared_ptr<Owner> owner, const float* first) : floats(std::move(owner), first) {}
  Numbers(std::shared_ptr<const int8_t> its_integers, std::shared_ptr<const float> its_scales)
      : integers(std::move(its_integers)), scales(std::move(its_scales)) {}

  std::shared_ptr<const float> floats;  ///< null for integers
  std::shared_ptr<const int8_t> integers;
  std::shared_ptr<const float> scales;
};

/// The weights of a model, under the parameter names of its modules; a shared weight has its name
/// in the first module that uses it.
class Weights {
 public:
  virtual ~Weights() = default;

  /// Only matrices are returned as integers. Throws Error naming the weight if there is none with
  /// this name and shape.
  virtual Numbers read(const std::string& name, std::span<const int64_t> shape) const = 0;
};

}  // namespace regard::engine
