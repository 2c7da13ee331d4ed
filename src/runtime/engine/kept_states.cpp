#include "engine/kept_states.h"

namespace regard::engine {

void KeptStates::enter(const Source& source) {
  auto& slot = slots_[static_cast<size_t>(source.slot)];
  slot.numbers = source.numbers;
  slot.states.resize(static_cast<size_t>(numbers_of(layers_, size_, source.numbers)));
}

void KeptStates::leave(int64_t slot) {
  auto& states = slots_[static_cast<size_t>(slot)].states;
  if (states.capacity() > kFloatsKept) states = {};
}

}  // namespace regard::engine
