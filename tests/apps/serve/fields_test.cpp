#include "serve/fields.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"
#include "serve/http_message.h"

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

const std::string kJson = "application/json", kForm = "application/x-www-form-urlencoded",
                  kMultipart = "multipart/form-data; boundary=x";

std::string part(const std::string& parameters, const std::string& value) {
  return "--x\r\nContent-Disposition: form-data; " + parameters + "\r\n\r\n" + value + "\r\n";
}

TEST(Fields, AreTheSameInJsonInAFormAndInTheQuery) {
  for (const auto& one :
       {request(kJson, R"({"q": "a b", "n": 3, "flag": true})"), request(kForm, "q=a+b&n=3&flag=1"),
        request("", "", "q=a%20b&n=3&flag=true"),
        request(kMultipart, part("name=q", "a b") + part("name=\"n\"", "3") +
                                part("name=flag", "true") + "--x--\r\n"),
        request("Application/JSON; charset=UTF-8", R"({"q": "a b", "n": 3.0, "flag": "True"})"),
        request("application/merge-patch+json", R"({"q": "a b", "n": "3"})", "flag=1"),
        request("APPLICATION/X-WWW-Form-Urlencoded;charset=utf-8", "q=a+b&n=3&flag=1")}) {
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

TEST(Fields, MayBeEmptyOrNull) {
  for (const auto& one : {request(kJson, R"({"n": null, "flag": "", "name": ""})"),
                          request(kForm, "n=&flag=&name=")}) {
    const auto fields = Fields::of(one);
    EXPECT_FALSE(fields.integer("n"));
    EXPECT_FALSE(fields.flag("flag"));
    EXPECT_EQ(fields.text("name"), "");
    EXPECT_EQ(fields.word("name"), "");
    EXPECT_TRUE(fields.objects("other").empty());
  }
}

TEST(Fields, AreNotTheFilesOfAForm) {
  const auto fields = Fields::of(request(
      kMultipart, part("name=q", "caf\u00e9") + part("name=file; filename=a.txt", "x") + "--x--"));
  EXPECT_EQ(fields.text("q"), "caf\u00e9");
  EXPECT_FALSE(fields.has("file"));
  EXPECT_THROW(Fields::of(request(kMultipart, part("name=q", "\xff") + "--x--")), Error);
}

TEST(Fields, MayBeObjectsAndWords) {
  const auto fields = Fields::of(request(
      kJson,
      R"({"all": [{"a": "1"}, {"a": "2"}], "split": 0, "on": true, "bad": [1], "one": {}})"));
  const auto objects = fields.objects("all");
  ASSERT_EQ(objects.size(), 2);
  EXPECT_EQ(objects[1].text("a"), "2");
  EXPECT_EQ(fields.word("split"), "0");
  EXPECT_EQ(fields.word("on"), "true");
  EXPECT_THROW(fields.word("bad"), Refusal);
  EXPECT_THROW(fields.objects("bad"), Refusal);
  EXPECT_THROW(fields.objects("one"), Refusal);
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
  for (const std::string body :
       {"", "{", "[]", "3", R"({"q": "\xff"})", "{} {}", R"({"q": "a"} x)"}) {
    try {
      Fields::of(request(kJson, body));
      ADD_FAILURE() << body;
    } catch (const Refusal& refusal) {
      EXPECT_EQ(refusal.status(), 400);
      EXPECT_STREQ(refusal.what(), "Invalid JSON format");
    }
  }
}

TEST(Fields, OfTheQueryAreReadWhereAMethodHasNoBody) {
  for (const char* method : {"GET", "DELETE"}) {
    auto given = request(kJson, "", "q=query");
    given.method = method;
    EXPECT_EQ(Fields::of(given).text("q"), "query");
  }
}

TEST(Fields, OfJsonInAnotherEncodingAreRefusedForIt) {
  for (const auto& body : {std::string("{\"q\": \"caf\xE9\"}"), std::string("\xFF\xFE{\0}\0", 6),
                           std::string("{\0}\0", 4), std::string("\0{\0}", 4)}) {
    try {
      Fields::of(request(kJson, body));
      ADD_FAILURE() << body;
    } catch (const Refusal& refusal) {
      EXPECT_NE(std::string(refusal.what()).find("the body is not UTF-8"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace regard::serve
