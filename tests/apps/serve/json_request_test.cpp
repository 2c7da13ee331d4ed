#include "serve/request_body.h"

#include <gtest/gtest.h>

#include <functional>

#include "regard/base/error.h"

namespace regard::serve {
namespace {

std::string error_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    return error.where().empty() ? error.problem() : error.where() + ": " + error.problem();
  }
  return {};
}

std::string parse_error(const std::string& body) {
  return error_of([&] { parse_request(body); });
}

/// The error when a member with this value is read.
std::string member_error(const std::string& value, const std::function<void(JsonRequest&)>& read) {
  const auto json = parse_request("{\"key\": " + value + "}");
  return error_of([&] {
    JsonRequest request(json);
    read(request);
  });
}

std::string nested(int depth) {
  return std::string(static_cast<size_t>(depth), '[') +
         std::string(static_cast<size_t>(depth), ']');
}

TEST(JsonRequest, ReadsMembersByType) {
  const auto json = parse_request(
      R"({"text": "été", "one": "a", "list": ["a", "b"], "beam": 5, "penalty": 1, "stream": true,
          "glossary": {"a cat": "un chat"}, "nothing": null})");
  JsonRequest request(json);
  EXPECT_EQ(request.text("text"), "été");
  EXPECT_EQ(request.texts("one")->texts, std::vector<std::string>{"a"});
  EXPECT_FALSE(request.texts("one")->is_list);
  EXPECT_EQ(request.texts("list", 2)->texts, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(request.texts("list")->is_list);
  EXPECT_EQ(request.integer("beam", 1, 5), 5);
  EXPECT_EQ(request.number("penalty", 0, 1), 1.0);
  EXPECT_EQ(request.flag("stream"), true);
  EXPECT_EQ(request.text_map("glossary"),
            (std::map<std::string, std::string>{{"a cat", "un chat"}}));
  EXPECT_FALSE(request.text("nothing"));
  EXPECT_FALSE(request.integer("missing", 0, 1));
  EXPECT_EQ(error_of([&] { request.refuse_other_keys(); }), "");
}

TEST(JsonRequest, RefusesOtherTypes) {
  const auto text = [](JsonRequest& request) { request.text("key"); };
  EXPECT_EQ(member_error("5", text), "key is 5, but must be a string");
  EXPECT_EQ(member_error("[\"a\"]", text), "key is a list, but must be a string");
  const auto texts = [](JsonRequest& request) { request.texts("key", 2); };
  EXPECT_EQ(member_error("{}", texts),
            "key is an object, but must be a string or a list of strings");
  EXPECT_EQ(member_error("[\"a\", null]", texts), "key[1] is null, but must be a string");
  EXPECT_EQ(member_error("[\"\",\"\",\"\"]", texts), "key has 3 texts, but may have at most 2");
  const auto flag = [](JsonRequest& request) { request.flag("key"); };
  EXPECT_EQ(member_error("1", flag), "key is 1, but must be true or false");
  const auto map = [](JsonRequest& request) { request.text_map("key"); };
  EXPECT_EQ(member_error("[]", map), "key is a list, but must be an object of strings");
  EXPECT_EQ(member_error("{\"a\": 1}", map), "key.a is 1, but must be a string");
}

TEST(JsonRequest, RefusesNumbersOutOfRange) {
  const auto integer = [](JsonRequest& request) { request.integer("key", -1, 9); };
  for (const std::string good : {"-1", "0", "9"}) EXPECT_EQ(member_error(good, integer), "");
  for (const std::string bad : {"-2", "10", "1.5", "\"5\"", "true", "18446744073709551615",
                                "9223372036854775808", "-9223372036854775808", "1e3"}) {
    EXPECT_NE(member_error(bad, integer).find("but must be a whole number from -1 to 9"),
              std::string::npos)
        << bad;
  }
  const auto number = [](JsonRequest& request) { request.number("key", 0, 1); };
  EXPECT_EQ(member_error("0.5", number), "");
  EXPECT_EQ(member_error("1.5", number), "key is 1.5, but must be a number from 0 to 1");
  EXPECT_EQ(member_error("\"a\"", number), "key is \"a\", but must be a number from 0 to 1");
}

TEST(JsonRequest, ShowsLongValuesShortened) {
  const auto value = '"' + std::string(1'000, 'x') + '"';
  EXPECT_LT(member_error(value, [](JsonRequest& request) { request.flag("key"); }).size(), 100U);
}

TEST(JsonRequest, NamesTheNearestOfItsKeys) {
  const auto json = parse_request(R"({"n_bset": 2})");
  JsonRequest request(json, "options");
  request.integer("n_best", 1, 2);
  request.text("text");
  try {
    request.refuse_other_keys();
    FAIL() << "takes any key";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "unknown key n_bset");
    EXPECT_EQ(error.where(), "options");
    EXPECT_EQ(error.remedy(), "did you mean 'n_best'?");
  }
  const auto other = parse_request(R"({"x": 2})");
  JsonRequest far(other);
  far.text("text");
  try {
    far.refuse_other_keys();
    FAIL() << "takes any key";
  } catch (const Error& error) {
    EXPECT_EQ(error.remedy(), "use one of the keys text");
  }
}

TEST(JsonRequest, SaysWhatIsMissing) {
  const auto missing = [](JsonRequest& request) { request.require("key"); };
  EXPECT_EQ(member_error("1", missing), "");
  EXPECT_EQ(member_error("null", missing), "key is missing");
  const auto json = parse_request("[]");
  EXPECT_EQ(error_of([&] { JsonRequest request(json); }),
            "the request is a list, but must be an object");
  EXPECT_EQ(error_of([&] { JsonRequest request(json, "glossary"); }),
            "glossary is a list, but must be an object");
}

TEST(JsonRequest, TakesTheLastValueOfADuplicateKey) {
  const auto json = parse_request(R"({"a": 1, "b": [{"c": 1}], "a": "x"})");
  EXPECT_EQ(JsonRequest(json).text("a"), "x");
}

TEST(JsonRequest, IsValidUtf8AndJson) {
  EXPECT_EQ(parse_error("{\"a\": \"\xC3\"}"), "the request is not valid UTF-8 (byte 8)");
  EXPECT_EQ(parse_error(std::string("{\0}\0", 4)), "the request is not valid UTF-8 (byte 2)");
  EXPECT_EQ(parse_error("{\"a\": }"), "the request is not valid JSON (at byte 7)");
  for (const std::string bad : {"", "{", "{} {}", "{'a': 1}", "[1,]", "nul", "\"\\ud8\""}) {
    EXPECT_NE(parse_error(bad).find("the request is not valid JSON"), std::string::npos) << bad;
  }
  EXPECT_EQ(parse_error("[1e999]"), "the request has a number that is too large");
}

TEST(JsonRequest, EndsWhereItsValueEnds) {
  for (const std::string& behind :
       {std::string("\0", 1), std::string("\0{}", 3), std::string(" x")}) {
    EXPECT_NE(parse_error("{\"a\": 1}" + behind).find("not valid JSON"), std::string::npos);
  }
  EXPECT_EQ(parse_request("{\"a\": \"\\u0000\"}")["a"], std::string("\0", 1));
}

TEST(JsonRequest, ReadsHalfASurrogatePairAsAReplacementCharacter) {
  const auto text_of = [](const std::string& written) {
    return parse_request("\"" + written + "\"").get<std::string>();
  };
  for (const std::string half : {R"(\ud83d)", R"(\uDE42)", R"(\uDBFF)", R"(\udc00)"}) {
    EXPECT_EQ(text_of("a" + half + "b"), "a\uFFFDb") << half;
    EXPECT_EQ(text_of(half + half), "\uFFFD\uFFFD") << half;
  }
  EXPECT_EQ(text_of(R"(\ud83d\ude42)"), "\U0001F642") << "a whole pair";
  EXPECT_EQ(text_of(R"(\ud83d\ud83d\ude42)"), "\uFFFD\U0001F642");
  EXPECT_EQ(text_of(R"(\\ud83d)"), "\\ud83d") << "an escaped backslash, then letters";
  EXPECT_NE(parse_error("\"\\ud8"), "");
  EXPECT_NE(parse_error("\"\\"), "");
}

TEST(JsonRequest, NamesTheKeyGivenInsteadOfAMissingOne) {
  const auto json = parse_request(R"({"txt": "a"})");
  try {
    JsonRequest(json).require("text");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.remedy(), "write text instead of txt");
  }
}

TEST(JsonRequest, IsBoundedInDepth) {
  EXPECT_EQ(parse_error(nested(kRequestDepth)), "");
  EXPECT_EQ(parse_error(nested(kRequestDepth + 1)), "the request is nested deeper than 64");
  EXPECT_EQ(parse_error(nested(100'000)), "the request is nested deeper than 64");
}

TEST(JsonRequest, IsBoundedInValues) {
  std::string list = "[0";
  for (size_t i = 0; i < kRequestValues; ++i) list += ",0";
  EXPECT_EQ(parse_error(list + "]"), "the request has more than 1000000 values");
}

}  // namespace
}  // namespace regard::serve
