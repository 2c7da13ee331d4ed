#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace regard::engine {

/// float32 numbers in the order of their indices. Whoever holds them keeps their memory.
using Numbers = std::shared_ptr<const float>;

/// The weights of a model, by the names that its modules give their parameters; one that several
/// modules share has the name of the first.
class Weights {
 public:
  virtual ~Weights() = default;

  /// Throws Error, naming the weight, if there is none of this name and shape.
  virtual Numbers read(const std::string& name, std::span<const int64_t> shape) const = 0;
};

}  // namespace regard::engine
