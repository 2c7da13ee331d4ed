#include "cli/short_waits.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace regard::cli {
namespace {

bool computes(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (auto& argument : arguments) pointers.push_back(argument.data());
  return computes_with_libtorch(pointers);
}

TEST(ShortWaits, AreForWhatTheModulesCompute) {
  EXPECT_TRUE(computes({"train", "config.yaml"}));
  EXPECT_TRUE(computes({"eval", "run"}));
  EXPECT_TRUE(computes({"translate", "run", "--sample"}));
  EXPECT_TRUE(computes({"translate", "run", "--alignment=hard", "Hello."}));
}

TEST(ShortWaits, AreNotForTheEngine) {
  EXPECT_FALSE(computes({}));
  EXPECT_FALSE(computes({"translate", "run", "--beam-size", "4"}));
  EXPECT_FALSE(computes({"bench", "run"}));
  EXPECT_FALSE(computes({"log", "run"}));
}

}  // namespace
}  // namespace regard::cli
