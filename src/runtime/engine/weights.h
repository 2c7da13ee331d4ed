#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace regard::engine {

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
