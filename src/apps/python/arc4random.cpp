#include <sys/random.h>

#include <cstdint>
#include <cstdlib>

// The bundled C++ library calls arc4random in std::random_device, but glibc has it only since 2.36.
// With this definition, which no other module sees, the wheel also works on systems with 2.35, such
// as Ubuntu 22.04.
extern "C" std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  if (getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}
