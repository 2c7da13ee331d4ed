// A fuzzing program; libFuzzer calls these functions.
//
//   fuzz_NAME --write-seeds FOLDER
//   fuzz_NAME [libFuzzer's options] FOLDER...      see -help=1
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

#include "fuzz/target.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

std::string_view bytes(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  if (*count == 3 && std::string_view((*arguments)[1]) == "--write-seeds") {
    regard::fuzz::write_seeds((*arguments)[2]);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  regard::fuzz::check_input(bytes(data, size));
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  constexpr unsigned kUnrepaired = 4;  // one change in 4 is not repaired
  const std::string before(bytes(data, size));
  const size_t changed_size = LLVMFuzzerMutate(data, size, max_size);
  if (std::minstd_rand(seed)() % kUnrepaired == 0) return changed_size;
  const auto after = regard::fuzz::repaired(before, std::string(bytes(data, changed_size)));
  if (after.size() > max_size) return changed_size;
  std::ranges::copy(after, data);
  return after.size();
}
