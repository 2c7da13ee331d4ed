#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/// What the sources under test report of themselves as they read an input.
namespace regard::fuzz {

/// How often each step from one place of the code to the next was taken.
extern std::array<uint8_t, 1U << 16U> steps;

/// Numbers that were compared: where one of a pair stands in the input, the other may be what the
/// reader wants to see there, a checksum even.
struct Compared {
  uint64_t one, other;
  size_t width;
};
std::span<const Compared> compared();  ///< the newest

/// Begins anew, for the next input.
void forget_steps();

}  // namespace regard::fuzz
