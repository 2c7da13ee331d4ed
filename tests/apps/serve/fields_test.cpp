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
  }
  EXPECT_THROW(Fields::of(request(kJson, R"({"text": ["a", "b"]})")).text("text"), Refusal);
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

TEST(Fields, ExcludeTheFilesOfAForm) {
  const auto fields = Fields::of(request(
      kMultipart, part("name=q", "caf\u00e9") + part("name=file; filename=a.txt", "x") + "--x--"));
  EXPECT_EQ(fields.text("q"), "caf\u00e9");
  EXPECT_FALSE(fields.has("file"));
  const auto unnamed = Fields::of(request(
      kMultipart, part("name=filename", "a.docx") + part("name=\"file\"", "PK\xff") + "--x--"));
  EXPECT_EQ(unnamed.text("filename"), "a.docx");
  EXPECT_FALSE(unnamed.has("file"));
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

TEST(Fields, OfAFormAreListsByTheirNames) {
  using Texts = std::vector<std::string>;
  for (const std::string form : {"text[]=a&text[]=b", "text%5B0%5D=a&text%5B1%5D=b",
                                 "text[1]=b&text[0]=a", "text=a&text[]=b", "text[7]=a&text[]=b"}) {
    const auto fields = Fields::of(request(kForm, form));
    EXPECT_EQ(fields.texts("text"), (Texts{"a", "b"})) << form;
    EXPECT_TRUE(fields.is_list("text"));
  }
  EXPECT_EQ(Fields::of(request("", "", "text[]=a")).texts("text"), Texts{"a"});
  EXPECT_EQ(Fields::of(request(kMultipart, part("name=\"text[0]\"", "a") + "--x--")).texts("text"),
            Texts{"a"});
  for (const std::string form :
       {"all[0].a=1&all[0].b=2&all[1].a=3", "all[1][a]=3&all[0][b]=2&all[0][a]=1"}) {
    const auto fields = Fields::of(request(kForm, form));
    const auto objects = fields.objects("all");
    ASSERT_EQ(objects.size(), 2U) << form;
    EXPECT_EQ(objects[0].text("a"), "1");
    EXPECT_EQ(objects[0].text("b"), "2");
    EXPECT_EQ(objects[1].text("a"), "3");
  }
}

TEST(Fields, OfAFormWhoseNamesAreNotOfAListAreIgnored) {
  for (const std::string name :
       {"text[a]", "text[", "text[0", "[0]", "]text[", "text[-1]", "text[0]x", "text[0].",
        "text[0][]", "text[0][a][b]", "text[].a", "text[1234567890]"}) {
    const auto fields = Fields::of(request(kForm, name + "=a&q=b", name + "=a"));
    EXPECT_FALSE(fields.has("text")) << name;
    EXPECT_EQ(fields.text("q"), "b") << name;
  }
}

TEST(Fields, OfAFormHaveTheFirstOfTwoValuesForOnePlace) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(Fields::of(request(kForm, "text[0]=a&text[0]=b")).texts("text"), Texts{"a"});
  EXPECT_EQ(Fields::of(request(kForm, "text[0]=a&text[0].a=b")).texts("text"), Texts{"a"});
  const auto objects = Fields::of(request(kForm, "all[0].a=a&all[0].a=b")).objects("all");
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_EQ(objects[0].text("a"), "a");
}

TEST(Fields, OfAFormOrAQueryThatAreRepeatedHaveTheirFirstValue) {
  const std::string text = "source=en&source=fr&n=1&n=2&flag=true&flag=false";
  for (const auto& one : {request(kForm, text), request("", "", text)}) {
    const auto fields = Fields::of(one);
    EXPECT_EQ(fields.text("source"), "en");
    EXPECT_EQ(fields.word("source"), "en");
    EXPECT_EQ(fields.key("source"), "en");
    EXPECT_EQ(fields.integer("n"), 1);
    EXPECT_TRUE(fields.flag("flag"));
  }
}

TEST(Fields, OfAnUnreadableBodyAreIgnoredIfTheMethodNeedsNone) {
  for (const std::string method : {"GET", "HEAD", "DELETE"}) {
    for (auto one : {request(kJson, "[]", "q=a"), request(kJson, "null", "q=a"),
                     request(kJson, "  ", "q=a"), request(kJson, "", "q=a"),
                     request("multipart/form-data", "", "q=a"), request(kMultipart, "", "q=a")}) {
      one.method = method;
      EXPECT_EQ(Fields::of(one).text("q"), "a") << method << ' ' << one.body;
    }
  }
  EXPECT_THROW(Fields::of(request(kJson, "[]", "q=a")), Refusal);
  EXPECT_THROW(Fields::of(request(kMultipart, "", "q=a")), Error);
}

TEST(Fields, OfAFormMayBeAsManyAsTextsAreAllowed) {
  std::string form, multipart;
  for (int field = 0; field < 1200; ++field) form += "text=a&";
  for (int field = 0; field < 120; ++field) multipart += part("name=text", "a");
  multipart += "--x--";
  EXPECT_EQ(Fields::of(request(kForm, form), 200).texts("text").size(), 1200U);
  EXPECT_EQ(Fields::of(request("", "", form), 200).texts("text").size(), 1200U);
  EXPECT_EQ(Fields::of(request(kMultipart, multipart), 20).texts("text").size(), 120U);
  EXPECT_THROW(Fields::of(request(kForm, form), 199), Error);
  EXPECT_THROW(Fields::of(request(kMultipart, multipart), 19), Error);
}

TEST(Fields, MayBeAKeyOfAnyType) {
  const auto fields = Fields::of(
      request(kJson, R"({"text": "a b", "number": 123, "no": false, "null": null, "list": []})"));
  EXPECT_EQ(fields.key("text"), "a b");
  EXPECT_EQ(fields.key("number"), "123");
  EXPECT_EQ(fields.key("no"), "");
  EXPECT_EQ(fields.key("null"), "");
  EXPECT_EQ(fields.key("other"), "");
  EXPECT_THROW(fields.key("list"), Refusal);
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
