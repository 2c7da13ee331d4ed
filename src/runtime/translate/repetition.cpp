#include "translate/repetition.h"

#include <cstddef>

namespace regard::translate {
namespace {

constexpr size_t kLongestPeriod = 8;
constexpr size_t kTimes = 4;
constexpr size_t kFewestTokens = 8;

bool loops(std::span<const int64_t> tokens) {
  for (size_t period = 1; period <= kLongestPeriod; ++period) {
    size_t same = 0;  // consecutive tokens that equal those one period before
    for (size_t at = period; at < tokens.size(); ++at) {
      same = tokens[at] == tokens[at - period] ? same + 1 : 0;
      const size_t length = same + period;
      if (length >= kTimes * period && length >= kFewestTokens) return true;
    }
  }
  return false;
}

}  // namespace

bool repeats_itself(std::span<const int64_t> tokens, std::span<const int64_t> source) {
  return loops(tokens) && !loops(source);
}

}  // namespace regard::translate
