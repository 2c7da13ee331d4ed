#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace regard::corpus {

/// 64 bits instead of a text: among ten million texts, the odds of a collision are 1 : 300,000.
inline uint64_t fingerprint(std::string_view text) { return std::hash<std::string_view>()(text); }

/// The same of the two texts of a pair.
inline uint64_t fingerprint(std::string_view source, std::string_view target) {
  std::string both;
  both.reserve(source.size() + target.size() + 1);
  return fingerprint(both.append(source).append(1, '\n').append(target));
}

}  // namespace regard::corpus
