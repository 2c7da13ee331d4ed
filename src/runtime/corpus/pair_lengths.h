#pragma once
#include <cstdint>

namespace regard::corpus {

/// Tokens of both sides of an example, including the end of sentence.
struct PairLengths {
  uint32_t source, target;
};

}  // namespace regard::corpus
