#include "serve/client.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

std::string address(std::vector<Header> headers, std::string_view prefix = "") {
  return public_address({.method = "GET", .path = "/", .headers = std::move(headers)}, prefix);
}

const Header kHost = {"Host", "here:5000"};

TEST(PublicAddress, IsThatOfTheRequestWithoutAProxy) {
  EXPECT_EQ(address({kHost}), "http://here:5000");
  EXPECT_EQ(address({kHost}, "/translator"), "http://here:5000/translator");
  EXPECT_EQ(address({}, "/translator"), "/translator") << "HTTP 1.0 has no Host";
}

TEST(PublicAddress, IsWhatTheProxySays) {
  EXPECT_EQ(address({kHost, {"X-Forwarded-Proto", "https"}}), "https://here:5000");
  EXPECT_EQ(address({kHost, {"X-Forwarded-Proto", "HTTPS, http"}}), "https://here:5000");
  EXPECT_EQ(address({kHost,
                     {"X-Forwarded-Proto", "https"},
                     {"X-Forwarded-Host", "tr.example.org"},
                     {"X-Forwarded-Prefix", "/mt/"}},
                    "/v"),
            "https://tr.example.org/mt/v");
  EXPECT_EQ(
      address({kHost, {"Forwarded", "for=1.2.3.4;proto=https;host=\"a.example:8443\", for=b"}}),
      "https://a.example:8443");
}

TEST(PublicAddress, HasTheForwardedPortIfTheHostLacksOne) {
  const auto with_port = [](const std::string& host, const std::string& scheme,
                            const std::string& port) {
    return address({{"Host", host}, {"X-Forwarded-Proto", scheme}, {"X-Forwarded-Port", port}});
  };
  EXPECT_EQ(with_port("a.example", "https", "8443"), "https://a.example:8443");
  EXPECT_EQ(with_port("a.example", "https", "443"), "https://a.example");
  EXPECT_EQ(with_port("a.example", "http", "80"), "http://a.example");
  EXPECT_EQ(with_port("a.example", "http", "443"), "http://a.example:443");
  EXPECT_EQ(with_port("a.example:5000", "https", "8443"), "https://a.example:5000");
  EXPECT_EQ(with_port("[::1]", "http", "8080"), "http://[::1]:8080");
  EXPECT_EQ(with_port("[::1]:90", "http", "8080"), "http://[::1]:90");
  EXPECT_EQ(with_port("a.example", "https", "8443, 80"), "https://a.example:8443");
  for (const auto* port : {"", "0", "x", "-1", "+80", "123456", "80/x"}) {
    EXPECT_EQ(with_port("a.example", "https", port), "https://a.example") << port;
  }
}

TEST(PublicAddress, IgnoresHeadersThatAreNotWhatTheyShouldBe) {
  for (const auto* scheme : {"javascript", "https://x", "", "ftp"}) {
    EXPECT_EQ(address({kHost, {"X-Forwarded-Proto", scheme}}), "http://here:5000") << scheme;
  }
  for (const auto* host : {"a b", "x/y", "\"", "a@b", "<b>"}) {
    EXPECT_EQ(address({kHost, {"X-Forwarded-Host", host}}), "http://here:5000") << host;
  }
  for (const auto* prefix : {"//other", "no-slash", "/a b", "/?q"}) {
    EXPECT_EQ(address({kHost, {"X-Forwarded-Prefix", prefix}}), "http://here:5000") << prefix;
    EXPECT_EQ(forwarded_prefix(
                  {.method = "GET", .path = "/docs/", .headers = {{"X-Forwarded-Prefix", prefix}}}),
              "")
        << prefix;
  }
  EXPECT_EQ(address({kHost, {"Forwarded", "proto=\"https"}}), "http://here:5000");
}

}  // namespace
}  // namespace regard::serve
