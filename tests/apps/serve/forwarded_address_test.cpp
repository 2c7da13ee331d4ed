#include "serve/client.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace regard::serve {
namespace {

std::string address_of(const std::vector<std::string>& values) {
  HttpRequest request{.method = "GET", .path = "/", .address = "127.0.0.1"};
  for (const auto& value : values) request.headers.push_back({"x-forwarded-for", value});
  return forwarded_address(request);
}

TEST(ForwardedAddress, IsThatOfTheConnectionIfNoProxyGivesOne) {
  EXPECT_EQ(address_of({}), "127.0.0.1");
  EXPECT_EQ(address_of({""}), "127.0.0.1");
  EXPECT_EQ(address_of({"203.0.113.7, "}), "127.0.0.1");
}

TEST(ForwardedAddress, IsTheEntryOfTheProxy) {
  EXPECT_EQ(address_of({"203.0.113.7"}), "203.0.113.7");
  EXPECT_EQ(address_of({"6.6.6.6, 203.0.113.7"}), "203.0.113.7") << "appended, as by nginx";
  EXPECT_EQ(address_of({"6.6.6.6", "203.0.113.7"}), "203.0.113.7") << "a header more, as HAProxy";
  EXPECT_EQ(address_of({"203.0.113.7", "6.6.6.6, 203.0.113.8"}), "203.0.113.8");
}

TEST(ForwardedAddress, HasNoPort) {
  EXPECT_EQ(address_of({"203.0.113.7:4711"}), "203.0.113.7");
  EXPECT_EQ(address_of({"[2001:db8::1]:4711"}), "2001:db8::1");
  EXPECT_EQ(address_of({"[2001:db8::1]"}), "2001:db8::1");
  EXPECT_EQ(address_of({"2001:db8::1"}), "2001:db8::1");
  EXPECT_EQ(address_of({"\"[2001:db8::1]:4711\""}), "2001:db8::1");
}

TEST(ForwardedAddress, IsShort) { EXPECT_LE(address_of({std::string(10'000, 'a')}).size(), 64U); }

}  // namespace
}  // namespace regard::serve
