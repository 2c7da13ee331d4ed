#include "regard/corpus/examples.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "corpus_fixtures.h"
#include "regard/text/special_tokens.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::corpus {
namespace {

using test::thrown_error;
using Strings = std::vector<std::string>;

class ExamplesTest : public testing::Test {
 protected:
  std::string text_of(std::span<const int32_t> tokens) const {
    return tokenizers.decode_target(std::vector<int64_t>(tokens.begin(), tokens.end()));
  }

  const test::TemporaryFolder folder;
  const text::TokenizerPair tokenizers = words_of("a b c d e");
  CleaningReport report;
};

TEST_F(ExamplesTest, AreTheTokensOfThePairsEachWithEos) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", "a b\tc\nd\te a b\n"))};
  const auto examples = training_examples(options, tokenizers, report);
  ASSERT_EQ(examples.size(), 2U);
  EXPECT_EQ(text_of(examples.source(0)), "a b");
  EXPECT_EQ(text_of(examples.target(1)), "e a b");
  EXPECT_EQ(examples.source(0).size(), 3U);
  EXPECT_EQ(examples.source(0).back(), text::kEos);
  EXPECT_EQ(examples.target(1).back(), text::kEos);
}

TEST_F(ExamplesTest, RememberWeightFileAndLine) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", "\t\na\tb\n")),
                   two_files(folder.write("b.en", "c\nd\n"), folder.write("b.fr", "a\nb\n"))};
  options.train[1].weight = 2.5;
  const auto examples = training_examples(options, tokenizers, report);
  ASSERT_EQ(examples.size(), 3U);
  EXPECT_EQ(examples.where(0), folder / "a.tsv" + ":2");
  EXPECT_EQ(examples.where(1), folder / "b.en" + ":1");
  EXPECT_EQ(examples.where(2), folder / "b.en" + ":2");
  EXPECT_EQ(examples.weight(0), 1.0);
  EXPECT_EQ(examples.weight(2), 2.5);
}

TEST_F(ExamplesTest, HaveTheTagOfTheirTextBeforeTheSource) {
  const auto tokenizer =
      text::train_tokenizer({"a b c d e"}, {.type = "word", .symbols = {"<bt>"}});
  const text::TokenizerPair tagged(tokenizer, tokenizer, text::Preprocess::none);
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n")),
                   tsv_file(folder.write("b.tsv", "a\tb\n"))};
  options.train[1].tag = "<bt>";
  const auto examples = training_examples(options, tagged, report);
  const auto plain = examples.source(0), with_tag = examples.source(1);
  ASSERT_EQ(with_tag.size(), plain.size() + 1);
  EXPECT_EQ(with_tag.front(), tokenizer.id("<bt>"));
  EXPECT_TRUE(std::equal(plain.begin(), plain.end(), with_tag.begin() + 1));
  EXPECT_EQ(examples.target(1).size(), examples.target(0).size());
}

TEST_F(ExamplesTest, NeedTheirTagInTheTokenizer) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n"))};
  options.train[0].tag = "<bt>";
  const auto error = thrown_error([&] { training_examples(options, tokenizers, report); });
  EXPECT_EQ(error.where(), "data.train.0.tag");
}

TEST_F(ExamplesTest, NameTheRightFileAfterOneOfWhichNothingWasKept) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("empty.tsv", "\t\n")),
                   tsv_file(folder.write("a.tsv", "a\tb\n"))};
  EXPECT_EQ(training_examples(options, tokenizers, report).where(0), folder / "a.tsv" + ":1");
}

TEST_F(ExamplesTest, AreCleaned) {
  config::DataOptions options;
  options.max_length = 3;
  options.drop_duplicates = true;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\na\tb\na b c\td\n\ta\nc\td\n"))};
  EXPECT_EQ(training_examples(options, tokenizers, report).size(), 2U);
  EXPECT_EQ(report.read, 5);
  EXPECT_EQ(report.duplicates, 1);
  EXPECT_EQ(report.too_long, 1);
  EXPECT_EQ(report.empty, 1);
  EXPECT_EQ(report.kept(), 2);
}

TEST_F(ExamplesTest, DropDuplicatesOfOtherTextsToo) {
  config::DataOptions options;
  options.drop_duplicates = true;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n")),
                   tsv_file(folder.write("b.tsv", "a\tb\nc\td\n"))};
  EXPECT_EQ(training_examples(options, tokenizers, report).size(), 2U);
}

TEST_F(ExamplesTest, AreNeverNone) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", ""))};
  const auto error = thrown_error([&] { training_examples(options, tokenizers, report); });
  EXPECT_STREQ(error.what(), "the training texts have no lines");
  EXPECT_EQ(error.where(), "data.train");

  options.max_length = 1;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n"))};
  const auto all_dropped = thrown_error([&] { training_examples(options, tokenizers, report); });
  EXPECT_NE(std::string(all_dropped.what()).find("data.max_length"), std::string::npos);
}

TEST_F(ExamplesTest, OfAValidationTextAreAllItsPairs) {
  const std::vector<LinePair> pairs = {{"a", "b"}, {"", ""}, {"a", "b"}};
  const auto examples = all_examples(pairs, "val", tokenizers);
  ASSERT_EQ(examples.size(), 3U);
  EXPECT_EQ(examples.source(1).size(), 1U);  // eos
  EXPECT_EQ(examples.where(2), "val:3");
}

TEST_F(ExamplesTest, ArePreprocessedAsTheLinesOfTheTokenizerWere) {
  config::DataOptions options;
  options.preprocess = "d2l";
  options.train = {tsv_file(folder.write("a.tsv", "A B!\tC!\n"))};
  const auto lines = training_lines(options);
  EXPECT_EQ(lines.source, Strings{"a b !"});
  EXPECT_EQ(lines.target, Strings{"c !"});
  const auto prepared = words_of("a b c !", text::Preprocess::d2l);
  const auto examples = training_examples(options, prepared, report);
  EXPECT_EQ(examples.source(0).size(), 4U);
  for (const int32_t id : examples.source(0)) EXPECT_NE(id, text::kUnk);
}

TEST_F(ExamplesTest, LeaveEmptyPairsToNoTokenizer) {
  config::DataOptions options;
  options.drop_identical = true;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n\tc\nd\td\n"))};
  const auto lines = training_lines(options);
  EXPECT_EQ(lines.source, Strings{"a"});
  EXPECT_EQ(lines.target, Strings{"b"});
}

}  // namespace
}  // namespace regard::corpus
