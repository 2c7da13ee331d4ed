#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// Cuts a sentence of more than `longest` tokens, as `count` counts them, into parts that have no
/// more: behind semicolons and colons, else behind commas, else before English or French
/// conjunctions, else between words, each time near the middle; a single word between characters.
/// Nothing but spaces at the cuts is lost.
std::vector<std::string> split_at_clauses(std::string_view sentence, size_t longest,
                                          const std::function<size_t(std::string_view)>& count);

}  // namespace regard::text
