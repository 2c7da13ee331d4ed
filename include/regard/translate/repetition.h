#pragma once
#include <cstdint>
#include <span>

namespace regard::translate {

/// Whether a translation is caught in a loop: up to eight tokens that come at least four times one
/// after the other, at least eight tokens in all, where the source does not do so.
bool repeats_itself(std::span<const int64_t> tokens, std::span<const int64_t> source);

}  // namespace regard::translate
