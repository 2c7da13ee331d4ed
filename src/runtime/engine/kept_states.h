#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/steps.h"

namespace regard::engine {

/// The states of a recurrent decoder, double-buffered for the previous and the next step: a
/// hypothesis reads the states of the hypothesis that it continues and writes its own.
class KeptStates {
 public:
  /// `size`: numbers in the state of a layer.
  KeptStates(int64_t slots, int64_t layers, int64_t size)
      : slots_(static_cast<size_t>(slots)), layers_(layers), size_(size) {}

  /// Number of floats stored for a sentence with this many hypotheses.
  static int64_t numbers_of(int64_t layers, int64_t size, int64_t hypotheses) {
    return 2 * hypotheses * layers * size;
  }

  void enter(const Source& source);
  void leave(int64_t slot);

  /// The initial state of a sentence.
  float* first(int64_t slot, int64_t layer) { return at(slot, 0, 0, layer); }
  const float* before(const StepRow& row, int64_t layer) {
    return at(row.slot, row.position, row.position == 0 ? 0 : row.path[row.position - 1], layer);
  }
  float* after(const StepRow& row, int64_t layer) {
    return at(row.slot, row.position + 1, row.number, layer);
  }

 private:
  struct Slot {
    int64_t numbers = 0;  // hypotheses that fit into `states`
    /// (previous or next step, number, layer, size)
    std::vector<float> states;
  };

  float* at(int64_t slot, int64_t position, int64_t number, int64_t layer) {
    auto& its = slots_[static_cast<size_t>(slot)];
    return its.states.data() + ((position % 2 * its.numbers + number) * layers_ + layer) * size_;
  }

  std::vector<Slot> slots_;
  int64_t layers_, size_;
};

}  // namespace regard::engine
