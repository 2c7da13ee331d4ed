#include "compare/run.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

using Names = std::vector<std::string>;

TEST(UniqueNames, AreTheLastPartsThatDiffer) {
  EXPECT_EQ(unique_names({"runs/a/rnn", "runs/b/tf/"}), (Names{"rnn", "tf"}));
  EXPECT_EQ(unique_names({"runs/rnn/1", "runs/tf/1"}), (Names{"rnn/1", "tf/1"}));
  EXPECT_EQ(unique_names({"/x/rnn", "/y/rnn", "/y/tf"}), (Names{"x/rnn", "y/rnn", "y/tf"}));
  EXPECT_EQ(unique_names({"/a", "/b/a"}), (Names{"/a", "b/a"}));
}

TEST(UniqueNames, OfTheSameDirectoryAreEqual) {
  EXPECT_EQ(unique_names({"/x/rnn", "/x/rnn/"}), (Names{"/x/rnn", "/x/rnn"}));
}

}  // namespace
}  // namespace regard::compare
