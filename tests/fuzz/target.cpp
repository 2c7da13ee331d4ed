#include "fuzz/target.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "base/digest.h"
#include "regard/base/error.h"

namespace regard::fuzz {
namespace {

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "bug: %s\n", what);
  std::abort();
}

}  // namespace

[[gnu::weak]] std::string repaired(const std::string& /*before*/, std::string after) {
  return after;
}

void check_input(std::string_view input) {
  try {
    try_input(input);
  } catch (const Error&) {
  } catch (const char* what) {
    fail(what);
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void write_seeds(const std::filesystem::path& folder) {
  constexpr size_t kDigits = 12;
  std::filesystem::create_directories(folder);
  for (const auto& seed : seeds()) {
    std::ofstream(folder / sha256(seed).substr(0, kDigits), std::ios::binary) << seed;
  }
}

}  // namespace regard::fuzz
