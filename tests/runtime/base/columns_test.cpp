#include "base/columns.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

TEST(Columns, AreAsWideAsTheirWidestCell) {
  EXPECT_EQ(in_columns({{"", "rnn", "tf"}, {"été", "1.5", "10.25"}, {"a", "x"}}),
            "     rnn     tf\n"
            "été  1.5  10.25\n"
            "a      x\n");
}

TEST(Columns, OfTextAreAlignedAtTheirLeft) {
  EXPECT_EQ(in_columns({{"name", "license"}, {"a", "CC0"}}, 2),
            "name  license\n"
            "a     CC0\n");
}

TEST(Columns, OfNoRowsAreEmpty) { EXPECT_EQ(in_columns({}), ""); }

}  // namespace
}  // namespace regard
