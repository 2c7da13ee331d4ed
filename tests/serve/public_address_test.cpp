#include "serve/public_address.h"

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

TEST(PublicAddress, IgnoresHeadersThatAreNotWhatTheyShouldBe) {
  for (const auto* scheme : {"javascript", "https://x", "", "ftp"}) {
    EXPECT_EQ(address({kHost, {"X-Forwarded-Proto", scheme}}), "http://here:5000") << scheme;
  }
  for (const auto* host : {"a b", "x/y", "\"", "a@b", "<b>"}) {
    EXPECT_EQ(address({kHost, {"X-Forwarded-Host", host}}), "http://here:5000") << host;
  }
  for (const auto* prefix : {"//other", "no-slash", "/a b", "/?q"}) {
    EXPECT_EQ(address({kHost, {"X-Forwarded-Prefix", prefix}}), "http://here:5000") << prefix;
  }
  EXPECT_EQ(address({kHost, {"Forwarded", "proto=\"https"}}), "http://here:5000");
}

}  // namespace
}  // namespace regard::serve
