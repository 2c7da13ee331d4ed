#include <sys/random.h>

#include <cstdint>
#include <cstdlib>

// The C++ library that the module holds asks for it (std::random_device), and glibc has it
// from 2.36 on only: with this one, which no other module sees, the wheel also serves systems
// with 2.35, such as Ubuntu 22.04.
extern "C" std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  if (getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}
