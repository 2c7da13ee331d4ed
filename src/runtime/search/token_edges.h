#pragma once
#include <vector>

namespace regard::search {

/// Properties of each token that decide whether a phrase may begin or end next to it.
struct TokenEdges {
  std::vector<bool> begins_word;    ///< a word before it has ended; true for eos, too
  std::vector<bool> ends_sentence;  ///< it holds a mark that ends sentences
};

}  // namespace regard::search
