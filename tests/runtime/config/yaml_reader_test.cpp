#include "config/yaml_reader.h"

#include <gtest/gtest.h>

#include "config/writer.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::config {
namespace {

using test::thrown_error;

Error yaml_error(const std::string& yaml) {
  return thrown_error([&] { read_yaml(yaml, "a.yaml"); });
}

TEST(Yaml, ReadsMapsListsAndScalarsInOrder) {
  const Node root = read_yaml("b: 1\na: [x, {y: z}]\n", "a.yaml");
  ASSERT_TRUE(root.is_map());
  EXPECT_EQ(root.entries[0].key, "b");
  EXPECT_EQ(root.entries[1].key, "a");
  EXPECT_EQ(root.find("b")->text, "1");
  ASSERT_TRUE(root.find("a")->is_list());
  EXPECT_EQ(root.find("a")->items[0].text, "x");
  EXPECT_EQ(root.find("a")->items[1].find("y")->text, "z");
}

TEST(Yaml, KnowsThePositionOfEveryKeyAndValue) {
  const Node root = read_yaml("search:\n  beam_size: 5\n", "a.yaml");
  const auto& beam_size = root.find("search")->entries[0];
  EXPECT_EQ(beam_size.place.str(), "a.yaml:2:3");
  EXPECT_EQ(beam_size.value.place.str(), "a.yaml:2:14");
}

TEST(Yaml, ReadsATagWithoutAValueAsEmptyText) {
  const Node root = read_yaml("{c: !!st, d: 5}", "a.yaml");
  EXPECT_EQ(*root.find("c"), Node::scalar("", true));
  EXPECT_EQ(read_yaml(to_yaml(root), "a.yaml"), root);
}

TEST(Yaml, LeavesTypesToTheOptions) {
  const Node root = read_yaml("a: no\nb: \"no\"\nc: !!str 1\nd: 0x10\n", "a.yaml");
  EXPECT_EQ(root.find("a")->text, "no");
  EXPECT_FALSE(root.find("a")->quoted);
  EXPECT_TRUE(root.find("b")->quoted);
  EXPECT_TRUE(root.find("c")->quoted);
  EXPECT_EQ(root.find("d")->text, "0x10");
}

TEST(Yaml, OfNothingIsNothing) {
  EXPECT_TRUE(read_yaml("", "a.yaml").is_nothing());
  EXPECT_TRUE(read_yaml("# a comment\n", "a.yaml").is_nothing());
  const Node root = read_yaml("a:\nb: null\nc: ~\nd: \"\"\n", "a.yaml");
  for (const auto* key : {"a", "b", "c"}) EXPECT_TRUE(root.find(key)->is_nothing()) << key;
  EXPECT_TRUE(root.find("d")->is_scalar());
}

TEST(Yaml, WritesAliasesOut) {
  const Node root = read_yaml("a: &text {source: x}\nb: [*text, *text]\n", "a.yaml");
  EXPECT_EQ(root.find("b")->items[1], *root.find("a"));
}

TEST(Yaml, NamesThePositionOfASyntaxError) {
  EXPECT_TRUE(yaml_error("a: [1\nb: 2\n").where().starts_with("a.yaml:2:"));
  EXPECT_TRUE(std::string(yaml_error("a: [1\n").problem()).starts_with("not valid YAML: "));
  EXPECT_TRUE(yaml_error("a:\n\tb: 1\n").where().starts_with("a.yaml:2:"));
}

TEST(Yaml, NamesATabThatIndentsALine) {
  for (const auto* text : {"a:\n\tb: 1\n", "a:\n  b: 1\n \tc: 2\n", "a:\n\t- x\n", "a: 1\n\tb: 2\n",
                           "\ta: 1\n", "a:\n\tb: [1, 2]\n\tc: 3\n"}) {
    const Error error = yaml_error(text);
    EXPECT_EQ(error.problem(), "not valid YAML: the line is indented with a tab") << text;
    EXPECT_EQ(error.remedy(), "indent it with spaces; YAML allows no tabs there");
  }
  EXPECT_EQ(yaml_error("a:\n  b: 1\n \tc: 2\n").where(), "a.yaml:3:2");
}

TEST(Yaml, RefusesLinesThatEndWithCarriageReturns) {
  EXPECT_EQ(yaml_error("a:\r  b: 1\r").problem(),
            "has carriage returns (\\r) but no line feeds (\\n)");
  EXPECT_EQ(read_yaml("a:\r\n  b: 1\r\n", "a.yaml").find("a")->find("b")->text, "1");
}

TEST(Yaml, RefusesMergeKeysByName) {
  const Error error = yaml_error("a: &a {b: 1}\nc:\n  <<: *a\n");
  EXPECT_EQ(error.problem(), "merge keys (<<) are not supported");
  EXPECT_EQ(error.where(), "a.yaml:3:3");
}

TEST(Yaml, DescribesErrorsInItsOwnWords) {
  // yaml-cpp's messages are: illegal map value, end of sequence flow not found, end of map flow not
  // found, the referenced anchor is not defined, unknown token.
  const std::pair<const char*, const char*> texts[] = {
      {"a: b: c\n", "the colon does not belong to a key"},
      {"a: [1, 2\n", "a '[' is not closed"},
      {"a: {b: 2\n", "a '{' is not closed"},
      {"a: *b\n", "this alias (*) does not name an anchor"},
      {"a: `b`\n", "a value cannot begin with this character"},
      {"a: @b\n", "a value cannot begin with this character"},
      {"a: \"\\q\"\n", "unknown escape in double quotes"},
      {"a: 1\n  b: 2\n", "the colon does not belong to a key"}};
  for (const auto& [text, what] : texts) {
    EXPECT_EQ(yaml_error(text).problem(), str("not valid YAML: ", what)) << text;
  }
}

TEST(Yaml, RefusesADuplicateKey) {
  const Error error = yaml_error("steps: 1\nseed: 2\nsteps: 3\n");
  EXPECT_EQ(error.problem(), "'steps' occurs twice in this section, first at a.yaml:1:1");
  EXPECT_EQ(error.where(), "a.yaml:3:1");
}

TEST(Yaml, RefusesSyntaxThatNoConfigUses) {
  EXPECT_EQ(yaml_error("[a]: 1\n").problem(), "a key must be text, not a list or a section");
  EXPECT_EQ(yaml_error("~: 1\n").problem(), "this key is empty");
  EXPECT_EQ(yaml_error("a: 1\n---\nb: 2\n").problem(), "contains a second YAML document; keep one");
}

TEST(Yaml, RefusesAliasesThatGrowWithoutEnd) {
  std::string yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    yaml += str("a", i, ": &a", i, " [");
    for (int j = 0; j < 10; ++j) yaml += str(j == 0 ? "" : ", ", "*a", i - 1);
    yaml += "]\n";
  }
  EXPECT_EQ(yaml_error(yaml).problem(),
            "this text has more than 20000 values, with aliases expanded");
}

TEST(Yaml, RefusesAnAliasOfItself) {
  EXPECT_EQ(yaml_error("a: &a [*a]\n").problem(), "this alias refers to itself");
  EXPECT_EQ(yaml_error("&all {a: {b: *all}}\n").problem(), "this alias refers to itself");
}

TEST(Yaml, RefusesEndlessNesting) {
  EXPECT_THROW(read_yaml(std::string(100000, '['), "a.yaml"), Error);
}

TEST(Yaml, RefusesAnchorsWithinAnchors) {
  std::string yaml;
  for (int i = 0; i < 60; ++i) yaml += str("&a", i, " [");
  for (int i = 0; i < 1000; ++i) yaml += "x,";
  EXPECT_EQ(yaml_error(yaml + std::string(60, ']')).problem(),
            "this text has more than 20000 values, with aliases expanded");
}

TEST(Yaml, RefusesMoreThanAnyConfigHolds) {
  std::string keys;
  for (int i = 0; i < 100'000; ++i) keys += str("k", i, ": 1\n");
  EXPECT_EQ(yaml_error(keys).where(), "a.yaml:10001:1");
  EXPECT_EQ(yaml_error(std::string(2'000'000, 'x')).problem(), "has more than 1048576 bytes");
  EXPECT_EQ(yaml_error("a: " + std::string(65, '[') + std::string(65, ']')).problem(),
            "is nested more than 64 levels deep");
}

TEST(YamlFile, IsReadUnderItsName) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.yaml", "a: {\n");
  const Error error = thrown_error([&] { read_yaml_file(path); });
  EXPECT_TRUE(error.where().starts_with(path + ":2:")) << error.where();
  EXPECT_EQ(thrown_error([&] { read_yaml_file(folder / "none.yaml"); }).where(),
            folder / "none.yaml");
}

TEST(Override, ChangesAValueInItsPlace) {
  Node root = read_yaml("search: {beam_size: 5, length_penalty: 1}\n", "a.yaml");
  apply_override(root, "search.beam_size=8");
  EXPECT_EQ(root.find("search")->find("beam_size")->text, "8");
  EXPECT_EQ(root.find("search")->entries[0].key, "beam_size");
}

TEST(Override, CreatesMissingSections) {
  Node root;
  apply_override(root, "data.train.0.source=train.en");
  apply_override(root, "data.train.1.source=more.en");
  EXPECT_EQ(root, read_yaml("data: {train: [{source: train.en}, {source: more.en}]}", ""));
}

TEST(Override, AcceptsYamlAsAValue) {
  Node root;
  apply_override(root, "model={type: transformer, heads: 4}");
  apply_override(root, "a=[x, y]");
  apply_override(root, "b=x=y");
  apply_override(root, "c=");
  apply_override(root, "d=''");
  EXPECT_EQ(
      root,
      read_yaml("{model: {type: transformer, heads: 4}, a: [x, y], b: x=y, c: '', d: ''}", ""));
}

TEST(Override, IsThePositionOfItsValue) {
  Node root;
  apply_override(root, "search.beam_size=0");
  EXPECT_EQ(root.find("search")->find("beam_size")->place.str(), "--set search.beam_size");
}

struct WrongOverride {
  const char* assignment;
  const char* where;
  const char* what;
};

class OverrideError : public testing::TestWithParam<WrongOverride> {};

TEST_P(OverrideError, SaysWhatIsWrong) {
  Node root = read_yaml("seed: 1\ntrain: [a]\n", "a.yaml");
  const Error error = thrown_error([&] { apply_override(root, GetParam().assignment); });
  EXPECT_EQ(error.where(), GetParam().where);
  EXPECT_EQ(error.problem(), GetParam().what);
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

INSTANTIATE_TEST_SUITE_P(
    All, OverrideError,
    testing::Values(WrongOverride{"seed", "--set", "must be KEY=VALUE, but is 'seed'"},
                    WrongOverride{"=1", "--set", "must be KEY=VALUE, but is '=1'"},
                    WrongOverride{"a..b=1", "--set a..b",
                                  "a part of this key between two dots is empty"},
                    WrongOverride{"seed.x=1", "--set seed.x", "seed is '1', so it has no 'x'"},
                    WrongOverride{"train.x=1", "--set train.x",
                                  "train is a list, so 'x' must be a number from 0 to 1"},
                    WrongOverride{"train.2=1", "--set train.2",
                                  "train is a list, so '2' must be a number from 0 to 1"}));

}  // namespace
}  // namespace regard::config
