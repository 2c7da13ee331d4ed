#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

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

/// The numbers of a weight in the order of their indices: float32, or integers, each of which is
/// multiplied by the scale of its row. Whoever holds them keeps their memory.
struct Numbers {
  Numbers() = default;
  template <class Owner>
  Numbers(std::shared_ptr<Owner> owner, const float* first) : floats(std::move(owner), first) {}
  Numbers(std::shared_ptr<const int8_t> its_integers, std::shared_ptr<const float> its_scales)
      : integers(std::move(its_integers)), scales(std::move(its_scales)) {}

  std::shared_ptr<const float> floats;  ///< null if they are integers
  std::shared_ptr<const int8_t> integers;
  std::shared_ptr<const float> scales;
};

/// The weights of a model, by the names that its modules give their parameters; one that several
/// modules share has the name of the first.
class Weights {
 public:
  virtual ~Weights() = default;

  /// Only matrices come as integers. Throws Error, naming the weight, if there is none of this name
  /// and shape.
  virtual Numbers read(const std::string& name, std::span<const int64_t> shape) const = 0;
};

}  // namespace regard::engine
