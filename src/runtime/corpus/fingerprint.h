#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace regard::corpus {

/// A 64-bit hash in place of a text. Among ten million texts, the probability of a collision is 1
/// in 300,000.
inline uint64_t fingerprint(std::string_view text) { return std::hash<std::string_view>()(text); }

/// The hash of a sentence pair.
inline uint64_t fingerprint(std::string_view source, std::string_view target) {
  std::string both;
  both.reserve(source.size() + target.size() + 1);
  return fingerprint(both.append(source).append(1, '\n').append(target));
}

}  // namespace regard::corpus
