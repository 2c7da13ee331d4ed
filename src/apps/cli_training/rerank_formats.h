#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/translation_formats.h"
#include "reranking/rated.h"

namespace regard::cli {

/// The output for line `number`, from 0, whose candidates are best first; none for a blank line.
///
/// text: the best text. nbest: for each candidate, as in Moses, "NUMBER ||| TEXT ||| F0= X F1= Y
/// ... ||| SCORE". jsonl: an object per line, with text, score, features and alternatives. Features
/// are in the order of the weights.
std::string formatted(const std::vector<translate::Rated>& candidates,
                      std::span<const double> weights, int64_t number, Format format);

}  // namespace regard::cli
