#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace regard::translate {

inline std::vector<std::string> pieces_of(const text::Tokenizer& tokenizer,
                                          std::span<const int64_t> ids) {
  std::vector<std::string> pieces;
  for (const int64_t id : ids) pieces.push_back(tokenizer.piece(id));
  return pieces;
}

}  // namespace regard::translate
