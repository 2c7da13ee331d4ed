#include "serve/adapters.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

const std::vector<Route> kRoutes = {
    {.method = "GET", .path = "/", .answer = nullptr},
    {.method = "POST", .path = "/translate", .answer = nullptr},
    {.method = "GET", .path = "/v2/glossaries/*", .answer = nullptr},
    {.method = "DELETE", .path = "/v2/glossaries/*", .answer = nullptr}};

TEST(Routes, AreFoundByPathAndMethod) {
  EXPECT_EQ(&find_route(kRoutes, "POST", "/translate"), &kRoutes[1]);
  EXPECT_EQ(&find_route(kRoutes, "DELETE", "/v2/glossaries/1/entries"), &kRoutes[3]);
  EXPECT_EQ(&find_route(kRoutes, "HEAD", "/"), &kRoutes[0]);
}

TEST(Routes, HaveAPathWhoseSlashesDoNotCount) {
  EXPECT_EQ(plain_path("/translate"), "/translate");
  EXPECT_EQ(plain_path("/translate/"), "/translate");
  EXPECT_EQ(plain_path("//translate"), "/translate");
  EXPECT_EQ(plain_path("///v2//glossaries///1//"), "/v2/glossaries/1");
  EXPECT_EQ(plain_path("/"), "/");
  EXPECT_EQ(plain_path("//"), "/");
  EXPECT_EQ(plain_path(""), "");
}

TEST(Routes, HaveAPathWhoseEscapedLettersAreDecoded) {
  EXPECT_EQ(plain_path("/%6canguages"), "/languages");
  EXPECT_EQ(plain_path("/v1/%74%52%61%7E%2d%2E%5F%39"), "/v1/tRa~-._9");
  EXPECT_EQ(plain_path("/a%2Fb%2541%20%zz%6"), "/a%2Fb%2541%20%zz%6");
}

TEST(Routes, NameTheMethodsOfAPathThatHasOthers) {
  const auto methods = [](std::string_view method, std::string_view path) {
    try {
      find_route(kRoutes, method, path);
    } catch (const Refusal& refusal) {
      const auto& headers = refusal.headers();
      return std::to_string(refusal.status()) + " " +
             (headers.empty() ? "" : headers.front().value);
    }
    return std::string();
  };
  EXPECT_EQ(methods("GET", "/translate"), "405 POST, OPTIONS");
  EXPECT_EQ(methods("POST", "/v2/glossaries/1"), "405 GET, DELETE, HEAD, OPTIONS");
  EXPECT_EQ(methods("GET", "/other"), "404 ");
}

TEST(Routes, ThatAreMissingHaveTheErrorsOfTheirInterface) {
  EXPECT_EQ(no_route("/v2/nothing").errors, ErrorShape::message);
  EXPECT_EQ(no_route("/v3/nothing").errors, ErrorShape::message);
  EXPECT_EQ(no_route("/v2").errors, ErrorShape::message);
  EXPECT_EQ(no_route("/v1/chat/completions").errors, ErrorShape::openai);
  EXPECT_EQ(no_route("/v1/models/").errors, ErrorShape::openai);
  EXPECT_EQ(no_route("/v1/responses").errors, ErrorShape::openai);
  EXPECT_EQ(no_route("/v1x").errors, ErrorShape::error);
  EXPECT_EQ(no_route("/v1/translate").errors, ErrorShape::error);
  EXPECT_EQ(no_route("/v2x").errors, ErrorShape::error);
  EXPECT_EQ(no_route("/nothing").errors, ErrorShape::error);
}

}  // namespace
}  // namespace regard::serve
