#include "regard/base/str.h"

#include <gtest/gtest.h>

#include <vector>

namespace regard {
namespace {

TEST(Join, PutsTheSeparatorBetweenItems) {
  EXPECT_EQ(join(std::vector<int>{}), "");
  EXPECT_EQ(join(std::vector{1}), "1");
  EXPECT_EQ(join(std::vector{1, 2, 3}, "/"), "1/2/3");
}

TEST(Join, TakesAMemberOrAFunctionOfEachItem) {
  struct Item {
    std::string name;
    int size;
  };
  const std::vector<Item> items = {{"a", 1}, {"", 2}, {"c", 3}};
  EXPECT_EQ(join(items, ", ", &Item::name), "a, , c");
  EXPECT_EQ(join(items, " ", [](const Item& item) { return 2 * item.size; }), "2 4 6");
}

}  // namespace
}  // namespace regard
