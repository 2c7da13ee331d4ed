#include "metrics/pcg64.h"

#include <array>

namespace regard::metrics {
namespace {

/// Expands a seed into well-mixed bits: NumPy's SeedSequence, after O'Neill's seed_seq_fe128 (2015,
/// pcg-random.org).
class SeedSequence {
 public:
  explicit SeedSequence(std::uint64_t seed)
      : pool_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U), 0, 0} {
    std::uint32_t multiplier = 0x43b0d7e5;
    const auto hash = [&](std::uint32_t value) {
      value ^= multiplier;
      multiplier *= 0x931e8875;
      value *= multiplier;
      return value ^ (value >> 16U);
    };
    for (auto& word : pool_) word = hash(word);
    for (std::size_t from = 0; from < pool_.size(); ++from) {
      for (std::size_t to = 0; to < pool_.size(); ++to) {
        if (to == from) continue;
        const std::uint32_t mixed = 0xca01f9dd * pool_[to] - 0x4973f715 * hash(pool_[from]);
        pool_[to] = mixed ^ (mixed >> 16U);
      }
    }
  }

  std::uint64_t next64() {
    const std::uint64_t low = next32();
    return low | (std::uint64_t{next32()} << 32U);
  }

 private:
  std::uint32_t next32() {
    std::uint32_t value = pool_[next_++ % pool_.size()] ^ multiplier_;
    multiplier_ *= 0x58f38ded;
    value *= multiplier_;
    return value ^ (value >> 16U);
  }

  std::array<std::uint32_t, 4> pool_;
  std::uint32_t multiplier_ = 0x8b51f9dd;
  std::size_t next_ = 0;
};

}  // namespace

Pcg64::Pcg64(std::uint64_t seed) {
  SeedSequence words(seed);
  const auto next128 = [&] {
    const State high = words.next64();
    return high << 64U | words.next64();
  };
  const State start = next128();
  const State stream = next128();
  increment_ = stream << 1U | 1U;
  step();
  state_ += start;
  step();
}

void draw_indices(Pcg64& generator, std::uint32_t bound, std::span<std::uint32_t> indices) {
  for (auto& index : indices) {
    if (bound == 1) {
      index = 0;
      continue;
    }
    std::uint64_t product = std::uint64_t{generator.next32()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) {  // perhaps one of the biased values
      const std::uint32_t too_low = -bound % bound;
      while (static_cast<std::uint32_t>(product) < too_low) {
        product = std::uint64_t{generator.next32()} * bound;
      }
    }
    index = static_cast<std::uint32_t>(product >> 32U);
  }
}

bool CoinFlips::next() {
  if (left_ == 0) {
    bits_ = generator_.next32();
    left_ = 32;
  } else {
    bits_ >>= 1U;
  }
  --left_;
  return (bits_ & 1U) != 0;
}

}  // namespace regard::metrics
