#include "config/writer.h"

#include <gtest/gtest.h>

#include "config/experiment.h"
#include "config/reader.h"
#include "config/yaml_reader.h"

namespace regard::config {
namespace {

TEST(Writer, IndentsSectionsAndKeepsPlainListsOnOneLine) {
  const std::string yaml = R"(name: tiny
data:
  train:
    - source: a.en
      words: [x, y]
    - {}
  valid: {}
none: null
lists:
  - [a, b]
  -
    - c: d
)";
  const std::string expected = R"(name: tiny
data:
  train:
    - source: a.en
      words: [x, y]
    - {}
  valid: {}
none: null
lists:
  - [a, b]
  - - c: d
)";
  EXPECT_EQ(to_yaml(read_yaml(yaml, "")), expected);
}

TEST(Writer, QuotesTextThatWouldBeReadAsAnotherType) {
  const auto written = [](const std::string& text) { return to_yaml(to_node(text)); };
  EXPECT_EQ(written("data/train.en"), "data/train.en\n");
  EXPECT_EQ(written("two words"), "two words\n");
  EXPECT_EQ(written("français"), "français\n");
  EXPECT_EQ(written("no"), "\"no\"\n");
  EXPECT_EQ(written("1.0"), "\"1.0\"\n");
  EXPECT_EQ(written(""), "\"\"\n");
  EXPECT_EQ(written("a: b"), "\"a: b\"\n");
  EXPECT_EQ(written("- a"), "\"- a\"\n");
  EXPECT_EQ(written("say \"\\\"\n"), "\"say \\\"\\\\\\\"\\n\"\n");
}

// Strings that often confuse YAML readers, as values, items and keys.
class AnyText : public testing::TestWithParam<const char*> {};

TEST_P(AnyText, ReadsBackAsItWas) {
  const std::string text = GetParam();
  Node node = Node::map();
  node.set("value", to_node(text));
  node.set("list", to_node(std::vector<std::string>{text, text}));
  if (!text.empty()) node.set(text, to_node(true));
  EXPECT_EQ(read_yaml(to_yaml(node), ""), node) << to_yaml(node);
}

INSTANTIATE_TEST_SUITE_P(All, AnyText,
                         testing::Values("", " ", " a", "a ", "a", "-", "--", "---", "...", "- a",
                                         "?", "? a", ":", "a:", "a: b", "a #b", "#a", "&a", "*a",
                                         "!a", "|", ">", "%a", "@a", "`a", "'", "\"", "it's", "[a]",
                                         "{a}", "a, b", "~", "null", "true", "no", "1", "1e5",
                                         "0x1F", ".5", "2001-01-01", "a\nb", "a\tb", "\x01\x7F",
                                         "\\", "C:\\x", "é", "日本語", "<<", "=", "a  b", "~/x",
                                         "+1", "-1", "a=b", "1:20", "5:", "2::5"));

TEST(Writer, WritesWhatWasReadWithoutQuotesSoThatItReadsBack) {
  for (const std::string text : {"1:20", "12:30:01", "2:::56", "2001-01-01", "0x1F"}) {
    const auto node = read_yaml("a: " + text + "\nb: [" + text + "x, 1]\n", "");
    EXPECT_EQ(read_yaml(to_yaml(node), ""), node) << to_yaml(node);
  }
}

TEST(Writer, WritesEveryValueOfAnExperimentInTheOrderOfItsDescription) {
  const std::string yaml = to_yaml(Experiment{});
  EXPECT_TRUE(yaml.starts_with("task: translation\ndata:\n  source_language: en\n")) << yaml;
  EXPECT_NE(yaml.find("\n  epsilon: 1e-9\n"), std::string::npos);
  EXPECT_NE(yaml.find("\n  train: []\n"), std::string::npos);
  EXPECT_NE(yaml.find("\nmodel: null\n"), std::string::npos);
}

TEST(Writer, WritesAnExperimentSoThatItReadsBackExactly) {
  Experiment experiment;
  experiment.data.source_language = "no";
  experiment.data.train = {{.source = "a b.en", .target = "#.fr", .tsv = "", .weight = 1.0 / 3}};
  experiment.model = read_yaml("{type: transformer, dropout: 0.10, name: \"1\"}", "");
  experiment.training.learning_rate = 0.1 + 0.2;
  const std::string yaml = to_yaml(experiment);
  const auto again = read<Experiment>(read_yaml(yaml, ""));
  EXPECT_EQ(to_yaml(again), yaml);
  EXPECT_EQ(again.training.learning_rate, experiment.training.learning_rate);
  EXPECT_EQ(again.data.train[0].weight, 1.0 / 3);
  EXPECT_EQ(again.data.train[0].target, "#.fr");
  EXPECT_EQ(again.model, experiment.model);
}

std::vector<std::string> differences_of(const std::string& before, const std::string& after) {
  std::vector<std::string> lines;
  for (const auto& difference : differences(read_yaml(before, ""), read_yaml(after, ""))) {
    lines.push_back(difference.str());
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Differences, OfEqualConfigsAreNone) {
  EXPECT_EQ(differences_of("{a: 1, b: [x]}", "{b: [x], a: 1}"), Lines{});
  EXPECT_TRUE(differences(Experiment{}, Experiment{}).empty());
}

TEST(Differences, NameEachKeyWithBothValues) {
  EXPECT_EQ(differences_of("search: {beam_size: 5, b: 1}", "search: {beam_size: 8, b: 1}"),
            Lines{"search.beam_size: 5 -> 8"});
  EXPECT_EQ(differences_of("{a: 1, b: 2}", "{b: 2, c: [x]}"),
            (Lines{"a: 1 -> (none)", "c.0: (none) -> x"}));
  EXPECT_EQ(differences_of("l: [a, b]", "l: [a, c, d]"),
            (Lines{"l.1: b -> c", "l.2: (none) -> d"}));
}

TEST(Differences, ShowAChangeOfKind) {
  EXPECT_EQ(differences_of("a: {b: 1}", "a: 1"), Lines{"a: {...} -> 1"});
  EXPECT_EQ(differences_of("a: [{b: 1}]", "a: 1"), Lines{"a: [...] -> 1"});
}

TEST(Differences, OfOptionsAreThoseOfTheirValues) {
  SearchOptions before, after;
  after.length_penalty = 0.6;
  const auto found = differences(before, after);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].key, "length_penalty");
  EXPECT_EQ(found[0].before, "1.0");
  EXPECT_EQ(found[0].after, "0.6");
}

}  // namespace
}  // namespace regard::config
