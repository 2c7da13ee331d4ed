#include "config/reader.h"

#include <gtest/gtest.h>

#include "config/yaml_reader.h"
#include "support/base/thrown_error.h"

namespace regard::config {
namespace {

using test::thrown_error;

// A field of each type that a description supports.
struct Inner {
  int64_t size = 3;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("size", &Inner::size, count_of(1), "A size.");
  }
};

enum class Color { red, green };
constexpr auto names_of(Color) { return std::array{"red", "green"}; }

struct Everything {
  bool flag = false;
  int64_t count = 5;
  double rate = 0.5;
  std::string word = "a";
  Color kind = Color::red;
  std::vector<std::string> words;
  Inner inner;
  std::vector<Inner> many;
  OneOrList<Inner> one_or_many;
  Node raw;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Everything;
    v.field("flag", &O::flag, "A flag.");
    v.field("count", &O::count, count_of(1), "A count.");
    v.field("rate", &O::rate, from_to_below(0.0, 1.0), "A rate.");
    v.field("word", &O::word, one_of({"a", "b"}), "A word.");
    v.field("kind", &O::kind, "A kind.");
    v.field("words", &O::words, "Words.");
    v.field("inner", &O::inner, "One inner.");
    v.field("many", &O::many, "Several.");
    v.field("one_or_many", &O::one_or_many, "One inner, or several.");
    v.field("raw", &O::raw, "Somebody else's.");
  }
};

Everything read_text(const std::string& yaml) {
  return read<Everything>(read_yaml(yaml, "a.yaml"));
}

Error error_of(const std::string& yaml) {
  return thrown_error([&] { read_text(yaml); });
}

TEST(Reader, TakesASectionOrAListOfThemAndWritesWhatItRead) {
  for (const std::string yaml : {"{size: 4}", "[{size: 4}]", "[{size: 4}, {size: 5}]", "[]"}) {
    const auto options = read_text("one_or_many: " + yaml);
    EXPECT_EQ(options.one_or_many.is_list, yaml.starts_with('['));
    const auto again = read_text(to_yaml(options));
    EXPECT_TRUE(differences(options, again).empty()) << yaml;
    EXPECT_EQ(again.one_or_many.is_list, options.one_or_many.is_list);
  }
  EXPECT_EQ(error_of("one_or_many: [{size: 4}, {size: 0}]").problem(),
            "one_or_many.1.size is 0, but must be at least 1");
  EXPECT_EQ(error_of("one_or_many: {size: 0}").problem(),
            "one_or_many.size is 0, but must be at least 1");
}

TEST(Reader, FillsFieldsOfEveryType) {
  const auto options = read_text(R"(
flag: on
count: 7
rate: 1e-3
word: b
kind: green
words: [no, "1"]
inner: {size: 9}
many: [{size: 1}, {}]
raw: {type: x}
)");
  EXPECT_TRUE(options.flag);
  EXPECT_EQ(options.count, 7);
  EXPECT_EQ(options.rate, 0.001);
  EXPECT_EQ(options.word, "b");
  EXPECT_EQ(options.kind, Color::green);
  EXPECT_EQ(options.words, (std::vector<std::string>{"no", "1"}));
  EXPECT_EQ(options.inner.size, 9);
  ASSERT_EQ(options.many.size(), 2U);
  EXPECT_EQ(options.many[0].size, 1);
  EXPECT_EQ(options.many[1].size, 3);
  EXPECT_EQ(options.raw.find("type")->text, "x");
}

TEST(Reader, KeepsTheDefaultOfAMissingOption) {
  for (const auto* yaml : {"", "{}", "count:\ninner:\nmany:\nwords: ~\n"}) {
    EXPECT_EQ(to_yaml(read_text(yaml)), to_yaml(Everything{})) << yaml;
  }
}

TEST(Reader, AcceptsAWholeNumberAsANumber) { EXPECT_EQ(read_text("rate: 0").rate, 0.0); }

TEST(Reader, NamesLineAndNearestKeyOfAMisspeltOption) {
  const Error error = error_of("rate: 0.1\ncuont: 3\n");
  EXPECT_EQ(error.where(), "a.yaml:2:1");
  EXPECT_EQ(error.problem(), "unknown option cuont");
  EXPECT_EQ(error.remedy(), "did you mean 'count'?");
}

TEST(Reader, ListsTheKeysWhenNoneIsNear) {
  const Error error = error_of("inner: {elephants: 1}\n");
  EXPECT_EQ(error.problem(), "unknown option inner.elephants");
  EXPECT_EQ(error.remedy(), "use one of the keys size");
}

TEST(Reader, SaysWhatAFailedCheckRequires) {
  const Error error = error_of("count: 0\n");
  EXPECT_EQ(error.where(), "a.yaml:1:8");
  EXPECT_EQ(error.problem(), "count is 0, but must be at least 1");
  EXPECT_EQ(error.remedy(), "leave it out for the default (5)");
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

TEST(Reader, ListsTheNamesOfAnEnumAndItsDefault) {
  const Error error = error_of("kind: no\n");
  EXPECT_EQ(error.where(), "a.yaml:1:7");
  EXPECT_EQ(error.problem(), "kind is no, but must be one of red, green");
  EXPECT_EQ(error.remedy(), "leave it out for the default (red)");
}

TEST(Reader, ReadsAnEnumAsItIsWritten) {
  const Everything options = read_text("kind: green");
  EXPECT_EQ(read<Everything>(to_node(options)).kind, Color::green);
}

struct WrongValue {
  const char* yaml;
  const char* what;
};

class ReaderError : public testing::TestWithParam<WrongValue> {};

TEST_P(ReaderError, NamesTheValueFoundAndTheTypeWanted) {
  EXPECT_EQ(error_of(GetParam().yaml).problem(), GetParam().what);
}

INSTANTIATE_TEST_SUITE_P(
    All, ReaderError,
    testing::Values(
        WrongValue{"flag: 1", "flag must be true or false, but is '1'"},
        WrongValue{"count: abc", "count must be a whole number, but is 'abc'"},
        WrongValue{"count: 1.5", "count must be a whole number, but is '1.5'"},
        WrongValue{"count: \"3\"", "count must be a whole number, but is '3'"},
        WrongValue{"rate: fast", "rate must be a number, but is 'fast'"},
        WrongValue{"rate: 1", "rate is 1, but must be at least 0 and below 1"},
        WrongValue{"word: [a]", "word must be text, but is a list"},
        WrongValue{"word: c", "word is c, but must be one of a, b"},
        WrongValue{"kind: [red]", "kind must be text, but is a list"},
        WrongValue{"kind: blue", "kind is blue, but must be one of red, green"},
        WrongValue{"words: red", "words must be a list, but is 'red'"},
        WrongValue{"words: [a, {b: c}]", "words.1 must be text, but is a section of keys"},
        WrongValue{"inner: 3", "inner must be a section of keys, but is '3'"},
        WrongValue{"many: [{size: 1}, {size: 0}]", "many.1.size is 0, but must be at least 1"},
        WrongValue{"many: {size: 1}", "many must be a list, but is a section of keys"},
        WrongValue{"[a]", "the config must be a section of keys, but is a list"}));

TEST(Reader, ReportsAllErrorsAtOnceInTheOrderOfTheFile) {
  const Error error = error_of("many: [{size: x}]\ncuont: 3\ncount: 0\nrate: 2\n");
  EXPECT_EQ(error.where(), "");
  EXPECT_EQ(error.problem(),
            "4 errors in the config\n"
            "a.yaml:1:15: many.0.size must be a whole number, but is 'x'\n"
            "a.yaml:2:1: unknown option cuont (did you mean 'count'?)\n"
            "a.yaml:3:8: count is 0, but must be at least 1 (leave it out for the default (5))\n"
            "a.yaml:4:7: rate is 2, but must be at least 0 and below 1 "
            "(leave it out for the default (0.5))");
}

TEST(Reader, OfASectionNamesItAndLeavesKeysToOthers) {
  const Node section = read_yaml("{type: x, size: 0, tpye: y}", "a.yaml");
  const Error error = thrown_error([&] { read<Inner>(section, "model", {"type"}); });
  EXPECT_EQ(
      error.problem(),
      "2 errors in the config\n"
      "a.yaml:1:17: model.size is 0, but must be at least 1 (leave it out for the default (3))\n"
      "a.yaml:1:20: unknown option model.tpye (did you mean 'type'?)");
}

struct Required {
  std::string path;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("path", &Required::path,
            {"a path", [](const std::string& path) { return !path.empty(); }}, "A path.");
  }
};

TEST(Reader, MissesAnOptionWhoseDefaultFailsItsCheck) {
  const Error error = thrown_error([] { read<Required>(read_yaml("{}", "a.yaml"), "files"); });
  EXPECT_EQ(error.problem(), "files.path is missing; it must be a path");
  EXPECT_EQ(error.where(), "a.yaml:1:1");
  EXPECT_EQ(error.remedy(), "");
}

TEST(Check, SaysWhatIsAllowed) {
  EXPECT_EQ(count_of(1)(0), "must be at least 1");
  EXPECT_EQ(count_of(1)(INT64_MAX), "must be at most 1000000000");
  EXPECT_EQ(count_of(1, 7)(8), "must be at most 7");
  EXPECT_EQ(count_of(1, 7)(7), std::nullopt);
  EXPECT_EQ(count_of(1)(1), std::nullopt);
  EXPECT_EQ(more_than(0.0)(0.0), "must be more than 0");
  EXPECT_EQ(from_to<int64_t>(1, 3)(4), "must be at least 1 and at most 3");
  EXPECT_EQ(from_to<int64_t>(1, 3)(3), std::nullopt);
  EXPECT_EQ(from_to_below(0.0, 1.0)(1.0), "must be at least 0 and below 1");
  EXPECT_EQ(from_to_below(0.0, 1.0)(0.0), std::nullopt);
  EXPECT_EQ(above_to(0.0, 1.0)(0.0), "must be more than 0 and at most 1");
  EXPECT_EQ(above_to(0.0, 1.0)(1.0), std::nullopt);
  EXPECT_EQ(one_of({"a", "b"})("c"), "must be one of a, b");
  EXPECT_EQ(one_of({"a"})("c"), "must be a");
  EXPECT_EQ(anything<std::string>()("c"), std::nullopt);
  EXPECT_EQ(anything<Color>().allowed, "one of red, green");
}

TEST(Check, OfADeviceKnowsItsNames) {
  for (const auto* name : {"auto", "cpu", "cuda", "cuda:0", "cuda:12"}) {
    EXPECT_EQ(device_name()(name), std::nullopt) << name;
  }
  for (const auto* name : {"", "gpu", "cuda:", "cuda:x", "cuda:0x", "cpu:0"}) {
    EXPECT_EQ(device_name()(name), "must be auto, cpu, cuda or cuda:N") << name;
  }
}

}  // namespace
}  // namespace regard::config
