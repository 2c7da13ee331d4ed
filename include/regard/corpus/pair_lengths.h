#pragma once
#include <cstdint>

namespace regard::corpus {

/// Tokens of the two sides of an example, the end of sentence among them.
struct PairLengths {
  uint32_t source, target;
};

}  // namespace regard::corpus
