#pragma once
#include <sstream>
#include <string>

namespace regard {

/// Joins anything that can be streamed: str("step ", 3, " of ", 10). (g++ 12 has no <format>; fmt
/// clashes with LibTorch's.)
template <class... Parts>
std::string str(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace regard
