#pragma once
#include <cstdint>
#include <span>

namespace regard::translate {

/// Whether a translation is caught in a loop: up to eight tokens repeated at least four times in a
/// row, at least eight tokens in all, unless the source does the same.
bool repeats_itself(std::span<const int64_t> tokens, std::span<const int64_t> source);

}  // namespace regard::translate
