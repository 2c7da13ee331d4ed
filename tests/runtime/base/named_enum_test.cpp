#include "regard/base/named_enum.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

enum class Order { rising, falling, none };
constexpr auto names_of(Order) { return std::array{"rising", "falling", "none"}; }

enum class Nameless { one };
static_assert(NamedEnum<Order> && !NamedEnum<Nameless> && !NamedEnum<int>);

TEST(NamedEnum, IsReadByTheNameItIsWrittenWith) {
  for (const auto order : {Order::rising, Order::falling, Order::none}) {
    EXPECT_EQ(parse_name<Order>(name_of(order)), order);
  }
  EXPECT_EQ(name_of(Order::falling), "falling");
}

TEST(NamedEnum, HasNoOtherNames) {
  for (const auto* name : {"", "Rising", "ris", "none "}) {
    EXPECT_EQ(parse_name<Order>(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace regard
