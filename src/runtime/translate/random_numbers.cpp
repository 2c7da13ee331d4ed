#include "translate/random_numbers.h"

#include <cstdint>

namespace regard::translate {

std::vector<std::mt19937_64> random_numbers(const Sources& sources, const Draw& draw) {
  const auto seed = static_cast<uint64_t>(draw.sampling.seed);
  std::vector<std::mt19937_64> engines;
  for (size_t source = 0; source < sources.lines.size(); ++source) {
    const uint64_t part = sources.parts[source];
    const uint64_t number = static_cast<uint64_t>(draw.first_number) + sources.lines[source];
    std::vector<uint64_t> numbers = {seed & 0xFFFFFFFFU, seed >> 32U, number & 0xFFFFFFFFU,
                                     number >> 32U};
    if (part > 0) numbers.push_back(part);
    std::seed_seq sequence(numbers.begin(), numbers.end());
    engines.emplace_back(sequence);
  }
  return engines;
}

}  // namespace regard::translate
