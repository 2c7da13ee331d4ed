#include "base/readable.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

TEST(Wrapped, FillsLinesUpToTheWidth) {
  EXPECT_EQ(wrapped("one two three four", 9), "one two\nthree\nfour");
  EXPECT_EQ(wrapped("one two three four", 10), "one two\nthree four");
}

TEST(Wrapped, IndentsAllLinesButTheFirst) { EXPECT_EQ(wrapped("one two", 3, 2), "one\n  two"); }

TEST(Wrapped, LeavesALongWordWhole) {
  EXPECT_EQ(wrapped("a breathtaking b", 4), "a\nbreathtaking\nb");
}

TEST(Wrapped, CountsCodePoints) { EXPECT_EQ(wrapped("été né", 6), "été né"); }

TEST(Wrapped, TakesLineBreaksAndSeveralSpacesForOneSpace) {
  EXPECT_EQ(wrapped(" one\n two  three ", 80), "one two three");
  EXPECT_EQ(wrapped("", 80), "");
}

}  // namespace
}  // namespace regard
