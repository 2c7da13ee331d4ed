#include "corpus/training_examples.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/log.h"
#include "corpus/corpus_fixtures.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

using test::thrown_error;
using Strings = std::vector<std::string>;

class TrainingExamples : public testing::Test {
 protected:
  std::string text_of(std::span<const int32_t> tokens) const {
    return tokenizers.decode_target(std::vector<int64_t>(tokens.begin(), tokens.end()));
  }

  const test::TemporaryFolder folder;
  const text::TokenizerPair tokenizers = words_of("a b c d e");
  CleaningReport report;
  Cache none{"", {}};
};

TEST_F(TrainingExamples, AreTheTokensOfThePairsEachWithEos) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", "a b\tc\nd\te a b\n"))};
  const auto examples = training_examples(options, tokenizers, none, report);
  ASSERT_EQ(examples.size(), 2U);
  EXPECT_EQ(text_of(examples.source(0)), "a b");
  EXPECT_EQ(text_of(examples.target(1)), "e a b");
  EXPECT_EQ(examples.source(0).size(), 3U);
  EXPECT_EQ(examples.source(0).back(), text::kEos);
  EXPECT_EQ(examples.target(1).back(), text::kEos);
}

TEST_F(TrainingExamples, RememberWeightFileAndLine) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", "\t\na\tb\n")),
                   two_files(folder.write("b.en", "c\nd\n"), folder.write("b.fr", "a\nb\n"))};
  options.train[1].weight = 2.5;
  const auto examples = training_examples(options, tokenizers, none, report);
  ASSERT_EQ(examples.size(), 3U);
  EXPECT_EQ(examples.where(0), folder / "a.tsv" + ":2");
  EXPECT_EQ(examples.where(1), folder / "b.en" + ":1");
  EXPECT_EQ(examples.where(2), folder / "b.en" + ":2");
  EXPECT_EQ(examples.weight(0), 1.0);
  EXPECT_EQ(examples.weight(2), 2.5);
}

TEST_F(TrainingExamples, AreMixedByTheTemperature) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb c\n\td\nb\tc\nc\ta\nd\ta\n")),
                   tsv_file(folder.write("b.tsv", "e\ta b\n"))};
  options.train[1].name = "small";
  options.train[1].weight = 2;
  options.mix.temperature = 2;
  const auto examples = training_examples(options, tokenizers, none, report);
  // The texts, 4 pairs and 1 pair with weight 2, are drawn in the ratio sqrt(4) to 2 * sqrt(1).
  EXPECT_DOUBLE_EQ(examples.weight(0), 3.0 / 4);
  EXPECT_DOUBLE_EQ(examples.weight(4), 3.0);
  const auto texts = examples.mixed_texts();
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0].name, folder / "a.tsv");
  EXPECT_EQ(texts[0].pairs, 4);
  EXPECT_EQ(texts[0].target_tokens, 9);
  EXPECT_EQ(texts[1].name, "small");
  EXPECT_EQ(texts[1].weight, 2.0);
  EXPECT_EQ(texts[1].target_tokens, 3);
}

TEST_F(TrainingExamples, NameTheRightFileAfterOneOfWhichNothingWasKept) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("empty.tsv", "\t\n")),
                   tsv_file(folder.write("a.tsv", "a\tb\n"))};
  EXPECT_EQ(training_examples(options, tokenizers, none, report).where(0), folder / "a.tsv" + ":1");
}

TEST_F(TrainingExamples, HaveTheTagOfTheirTextBeforeTheSource) {
  const auto tokenizer = text::train_tokenizer(
      {"a b c d e"}, {.type = config::TokenizerType::word, .symbols = {"<bt>"}});
  const text::TokenizerPair tagged(tokenizer, tokenizer, text::Preprocess::none);
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n")),
                   tsv_file(folder.write("b.tsv", "a\tb\n"))};
  options.train[1].tag = "<bt>";
  const auto examples = training_examples(options, tagged, none, report);
  const auto plain = examples.source(0), with_tag = examples.source(1);
  ASSERT_EQ(with_tag.size(), plain.size() + 1);
  EXPECT_EQ(with_tag.front(), tokenizer.id("<bt>"));
  EXPECT_TRUE(std::equal(plain.begin(), plain.end(), with_tag.begin() + 1));
  EXPECT_EQ(examples.target(1).size(), examples.target(0).size());
}

TEST_F(TrainingExamples, NeedTheirTagInTheTokenizer) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n"))};
  options.train[0].tag = "<bt>";
  const auto error = thrown_error([&] { training_examples(options, tokenizers, none, report); });
  EXPECT_EQ(error.where(), "data.train.0.tag");
}

TEST_F(TrainingExamples, AreCleaned) {
  config::DataOptions options;
  options.max_length = 3;
  options.drop_duplicates = true;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\na\tb\na b c\td\n\ta\nc\td\n"))};
  EXPECT_EQ(training_examples(options, tokenizers, none, report).size(), 2U);
  EXPECT_EQ(report.read, 5);
  EXPECT_EQ(report.duplicates, 1);
  EXPECT_EQ(report.too_long, 1);
  EXPECT_EQ(report.empty, 1);
  EXPECT_EQ(report.kept(), 2);
}

TEST_F(TrainingExamples, DropDuplicatesOfOtherTextsToo) {
  config::DataOptions options;
  options.drop_duplicates = true;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n")),
                   tsv_file(folder.write("b.tsv", "a\tb\nc\td\n"))};
  EXPECT_EQ(training_examples(options, tokenizers, none, report).size(), 2U);
}

TEST_F(TrainingExamples, AreNeverNone) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", ""))};
  const auto error = thrown_error([&] { training_examples(options, tokenizers, none, report); });
  EXPECT_EQ(error.problem(), "the training texts have no lines");
  EXPECT_EQ(error.where(), "data.train");

  options.max_length = 1;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n"))};
  const auto all_dropped =
      thrown_error([&] { training_examples(options, tokenizers, none, report); });
  EXPECT_NE(std::string(all_dropped.problem()).find("data.max_length"), std::string::npos);
}

TEST_F(TrainingExamples, ArePreprocessedAsTheLinesOfTheTokenizerWere) {
  config::DataOptions options;
  options.preprocess = config::Preprocess::d2l;
  options.train = {tsv_file(folder.write("a.tsv", "A B!\tC!\n"))};
  const auto lines = training_lines(options);
  EXPECT_EQ(lines.source, Strings{"a b !"});
  EXPECT_EQ(lines.target, Strings{"c !"});
  const auto prepared = words_of("a b c !", text::Preprocess::d2l);
  const auto examples = training_examples(options, prepared, none, report);
  EXPECT_EQ(examples.source(0).size(), 4U);
  for (const int32_t id : examples.source(0)) EXPECT_NE(id, text::kUnk);
}

TEST_F(TrainingExamples, LeaveEmptyPairsToNoTokenizer) {
  config::DataOptions options;
  options.drop_identical = true;
  options.train = {tsv_file(folder.write("a.tsv", "a\tb\n\tc\nd\td\n"))};
  const auto lines = training_lines(options);
  EXPECT_EQ(lines.source, Strings{"a"});
  EXPECT_EQ(lines.target, Strings{"b"});
}

TEST_F(TrainingExamples, GiveATokenizerASampleOfManyPairs) {
  config::DataOptions options;
  std::string text;
  for (int i = 0; i < 11; ++i) text += str("s", i, "\tt", i, '\n');
  options.train = {tsv_file(folder.write("a.tsv", text))};
  const auto sampled = [&](size_t most) { return training_lines(options, most); };
  EXPECT_EQ(sampled(11).source.size(), 11U);
  EXPECT_EQ(sampled(6).source, (Strings{"s0", "s2", "s4", "s6", "s8", "s10"}));
  EXPECT_EQ(sampled(5).source, (Strings{"s0", "s4", "s8"}));
  EXPECT_EQ(sampled(5).target, (Strings{"t0", "t4", "t8"}));
  EXPECT_EQ(sampled(5).pairs, 11U);
}

/// A text of `pairs` distinct pairs.
std::string many_pairs(int pairs) {
  std::string text;
  for (int i = 0; i < pairs; ++i) {
    for (int bit = 0; bit < 14; ++bit) text += (i >> bit) % 2 == 0 ? "a " : "b ";
    text += i % 3 == 0 ? "\tc d\n" : "\te\n";
  }
  return text;
}

std::vector<std::string> all_of(const Examples& examples) {
  std::vector<std::string> all;
  for (size_t i = 0; i < examples.size(); ++i) {
    std::string text = examples.where(i);
    for (const auto side : {examples.source(i), examples.target(i)}) {
      for (const int32_t token : side) text += ' ' + std::to_string(token);
    }
    all.push_back(text);
  }
  return all;
}

TEST_F(TrainingExamples, DoNotDependOnTheNumberOfThreads) {
  config::DataOptions options;
  options.train = {tsv_file(folder.write("a.tsv", many_pairs(10'000)))};
  const int threads = at::get_num_threads();
  at::set_num_threads(1);
  const auto by_one = all_of(training_examples(options, tokenizers, none, report));
  at::set_num_threads(3);
  const auto by_three = all_of(training_examples(options, tokenizers, none, report));
  at::set_num_threads(threads);
  EXPECT_EQ(by_one.size(), 10'000U);
  EXPECT_EQ(by_one, by_three);
}

/// Keeps the cache in its own folder.
class KeptExamples : public TrainingExamples {
 protected:
  KeptExamples() {
    options.train = {tsv_file(folder.write("a.tsv", "a b\tc\n\td\ne\td\n"))};
    set_quiet(true);
  }
  ~KeptExamples() override { set_quiet(false); }

  std::vector<std::string> read() {
    Cache cache(folder / "cache", options);
    return all_of(training_examples(options, tokenizers, cache, report));
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "cache")) {
      const auto name = entry.path().filename().string();
      if (name != "lock") names.push_back("cache/" + name);
    }
    return names;
  }

  config::DataOptions options;
};

TEST_F(KeptExamples, AreTheSameWithTheirReport) {
  const auto first = read();
  const auto table = report.table();
  const auto written = std::filesystem::last_write_time(folder / names().at(0));
  report = {};
  EXPECT_EQ(read(), first);
  EXPECT_EQ(report.table(), table);
  EXPECT_EQ(report.empty, 1);
  EXPECT_EQ(std::filesystem::last_write_time(folder / names().at(0)), written) << "made again";
}

TEST_F(KeptExamples, AreMadeAgainWhenTheyAreDamaged) {
  const auto first = read();
  const auto name = names().at(0);
  const auto whole = folder.read(name);
  folder.write(name, whole.substr(0, whole.size() / 2));
  EXPECT_EQ(read(), first);
  EXPECT_EQ(folder.read(name), whole);
}

TEST_F(KeptExamples, AreNotThoseOfATextThatHasChanged) {
  read();
  folder.write("a.tsv", "b a\tc\n\td\ne\td\n");  // the file keeps its size
  const auto changed = read();
  Cache none("", options);
  EXPECT_EQ(changed, all_of(training_examples(options, tokenizers, none, report)));
  EXPECT_EQ(names().size(), 2U);
}

TEST_F(KeptExamples, ArePreparedWithoutACacheWhereItCannotBeWritten) {
  folder.write("cache", "a file where the folder should be");
  EXPECT_EQ(read().size(), 2U);
}

}  // namespace
}  // namespace regard::corpus
