#include "serve/limits.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/atomic_file.h"

namespace regard::serve::bounds {
namespace {

std::string with_commas(size_t number) {
  auto digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

TEST(RequestBounds, AreThoseOfTheDocument) {
  const char* source = std::getenv("REGARD_SOURCE_DIR");
  if (source == nullptr) GTEST_SKIP() << "REGARD_SOURCE_DIR is not set";
  const auto text = read_file(std::string(source) + "/docs/server.md");
  for (const auto& [what, most] : kAll) {
    const auto row = "\n| " + std::string(what) + " | " + with_commas(most) + " |\n";
    EXPECT_NE(text.find(row), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace regard::serve::bounds
