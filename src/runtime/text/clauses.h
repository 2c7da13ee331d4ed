#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "text/copied_items.h"

namespace regard::text {

/// Splits a sentence of more than `longest` tokens, as counted by `count`, into parts of at most
/// that many: after semicolons and colons, else after commas, else before English or French
/// conjunctions, else between words, each time near the middle; a single word between characters.
/// Only spaces at the cuts are lost.
std::vector<std::string> split_at_clauses(std::string_view sentence, size_t longest,
                                          const std::function<size_t(std::string_view)>& count);

/// None is cut within one of the copied items of the sentence, each of which counts as a character.
std::vector<std::string> split_at_clauses(std::string_view sentence,
                                          const std::vector<CopiedItem>& items, size_t longest,
                                          const std::function<size_t(std::string_view)>& count);

}  // namespace regard::text
