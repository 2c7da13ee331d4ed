#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/golden.h"

/// Tests of an exercise (docs/exercises.md) include the reader's header src/training/nn/NAME.h if
/// it exists, and otherwise the solution next to them.
namespace regard::test {

inline std::filesystem::path readers_header(const std::string& name) {
  return source_folder() / "src/training/nn" / (name + ".h");
}

/// Expects that the reader's header, with which the test was compiled, still exists.
inline void expect_readers_header(const std::string& name) {
  ::testing::Test::RecordProperty("tested", readers_header(name).string());
  EXPECT_TRUE(std::filesystem::exists(readers_header(name)))
      << "the header is gone since the tests were built; build them again";
}

/// Skips a test that was compiled with the solution, and says what to do.
inline void skip_for_want_of(const std::string& name) {
  ::testing::Test::RecordProperty("tested", "tests/learn/exercises/solutions/" + name + ".h");
  ASSERT_FALSE(std::filesystem::exists(readers_header(name)))
      << "the header came after the tests were built; build them again";
  GTEST_SKIP() << "the solution was tested; to test yours, write src/training/nn/" << name
               << ".h and build the tests";
}

}  // namespace regard::test
