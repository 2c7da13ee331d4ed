#pragma once
#include <vector>

namespace regard::search {

/// What phrases must know of the tokens beside them, by token.
struct TokenEdges {
  std::vector<bool> begins_word;    ///< a word before it has ended; true for eos, too
  std::vector<bool> ends_sentence;  ///< it holds a mark that ends sentences
};

}  // namespace regard::search
