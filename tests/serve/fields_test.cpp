#include "serve/fields.h"

#include <gtest/gtest.h>

#include "serve/refusal.h"

namespace regard::serve {
namespace {

HttpRequest request(const std::string& type, const std::string& body,
                    const std::string& query = "") {
  return {.method = "POST",
          .path = "/",
          .query = query,
          .headers = {{"Content-Type", type}},
          .body = body};
}

const std::string kJson = "application/json", kForm = "application/x-www-form-urlencoded";

TEST(Fields, AreTheSameInJsonInAFormAndInTheQuery) {
  for (const auto& one :
       {request(kJson, R"({"q": "a b", "n": 3, "flag": true})"), request(kForm, "q=a+b&n=3&flag=1"),
        request("", "", "q=a%20b&n=3&flag=true")}) {
    const auto fields = Fields::of(one);
    EXPECT_EQ(fields.text("q"), "a b");
    EXPECT_EQ(fields.integer("n"), 3);
    EXPECT_TRUE(fields.flag("flag"));
    EXPECT_FALSE(fields.has("other"));
    EXPECT_FALSE(fields.text("other"));
    EXPECT_FALSE(fields.flag("other"));
  }
}

TEST(Fields, MayBeLists) {
  for (const auto& one :
       {request(kJson, R"({"text": ["a", "b"]})"), request(kForm, "text=a&text=b")}) {
    const auto fields = Fields::of(one);
    EXPECT_TRUE(fields.is_list("text"));
    EXPECT_EQ(fields.texts("text"), (std::vector<std::string>{"a", "b"}));
    EXPECT_THROW(fields.text("text"), Refusal);
  }
  const auto single = Fields::of(request(kForm, "text=a"));
  EXPECT_FALSE(single.is_list("text"));
  EXPECT_EQ(single.texts("text"), std::vector<std::string>{"a"});
}

TEST(Fields, OfTheBodyComeBeforeThoseOfTheQuery) {
  const auto fields = Fields::of(request(kForm, "q=body", "q=query&source=en"));
  EXPECT_EQ(fields.text("q"), "body");
  EXPECT_EQ(fields.text("source"), "en");
}

TEST(Fields, OfAnotherTypeAreRefused) {
  const auto fields =
      Fields::of(request(kJson, R"({"q": 3, "n": "many", "list": ["a", 1], "no": null})"));
  EXPECT_THROW(fields.text("q"), Refusal);
  EXPECT_THROW(fields.integer("n"), Refusal);
  EXPECT_THROW(fields.texts("list"), Refusal);
  EXPECT_THROW(fields.flag("n"), Refusal);
  EXPECT_FALSE(fields.has("no"));
}

TEST(Fields, OfBrokenJsonAreRefusedAsLibreTranslateDoes) {
  for (const auto* body : {"", "{", "[]", "3", R"({"q": "\xff"})"}) {
    try {
      Fields::of(request(kJson, body));
      ADD_FAILURE() << body;
    } catch (const Refusal& refusal) {
      EXPECT_EQ(refusal.status(), 400);
      EXPECT_STREQ(refusal.what(), "Invalid JSON format");
    }
  }
}

}  // namespace
}  // namespace regard::serve
