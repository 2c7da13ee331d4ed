#include "corpus/example_variants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "corpus/corpus_fixtures.h"

namespace regard::corpus {
namespace {

class ExampleVariantsTest : public testing::Test {
 protected:
  ExampleVariantsTest() {
    examples_.begin_text("text");
    for (int64_t line = 0; line < 4; ++line) {
      examples_.add(tokenizers_.encode_source(kLine), tokenizers_.encode_target(kLine), 1.0, line);
    }
  }

  ExampleVariants sampling(uint64_t seed = 1, int64_t max_length = 100) const {
    return {tokenizers_, {.alpha = 0.3, .max_length = max_length, .seed = seed}};
  }
  /// The distinct sources that noise makes from the example in many epochs.
  std::set<std::string> noisy_sources(const config::NoiseOptions& noise, double alpha,
                                      int64_t max_length = 100) const {
    const ExampleVariants variants(tokenizers_,
                                   {.alpha = alpha, .noise = noise, .max_length = max_length});
    std::set<std::string> sources;
    const std::vector<size_t> first = {0};
    for (int64_t epoch = 0; epoch < 50; ++epoch) {
      const auto batch = variants(examples_, first, epoch);
      EXPECT_EQ(batch.source(0).size(), variants.lengths(examples_, 0, epoch).source);
      sources.insert(text_of(batch.source(0)));
    }
    return sources;
  }
  std::string text_of(std::span<const int32_t> side) const {
    return tokenizer_.decode(std::vector<int64_t>(side.begin(), side.end()));
  }
  static std::vector<int32_t> ids(std::span<const int32_t> side) {
    return {side.begin(), side.end()};
  }

  const std::string kLine = "the cat sees the other cat at the gate";
  const text::Tokenizer tokenizer_ =
      text::train_tokenizer({kLine, kLine}, {.type = config::TokenizerType::bpe, .vocab_size = 24});
  const text::TokenizerPair tokenizers_{tokenizer_, tokenizer_, text::Preprocess::none};
  Examples examples_;
};

TEST_F(ExampleVariantsTest, DependOnlyOnSeedEpochAndNumberNotOnTheBatch) {
  const std::vector<size_t> two = {2, 3}, three = {0, 1, 3};
  const auto one_way = sampling()(examples_, two, 5), another = sampling()(examples_, three, 5);
  EXPECT_EQ(ids(one_way.source(1)), ids(another.source(2)));
  EXPECT_EQ(ids(one_way.target(1)), ids(another.target(2)));
  EXPECT_NE(ids(one_way.source(0)), ids(one_way.source(1)));
  EXPECT_NE(ids(sampling()(examples_, two, 6).source(1)), ids(one_way.source(1)));
  EXPECT_NE(ids(sampling(2)(examples_, two, 5).source(1)), ids(one_way.source(1)));
}

TEST_F(ExampleVariantsTest, SaysBeforehandHowLongExamplesBecome) {
  const std::vector<size_t> all = {0, 1, 2, 3};
  const auto sampled = sampling()(examples_, all, 5);
  for (const size_t example : all) {
    const auto lengths = sampling().lengths(examples_, example, 5);
    EXPECT_EQ(lengths.source, sampled.source(example).size());
    EXPECT_EQ(lengths.target, sampled.target(example).size());
  }
  EXPECT_NE(sampling().lengths(examples_, 0, 5).source, examples_.source(0).size());
}

TEST_F(ExampleVariantsTest, KeepsTextAndEnd) {
  const std::vector<size_t> all = {0, 1, 2, 3};
  const auto sampled = sampling()(examples_, all, 1);
  for (size_t i = 0; i < all.size(); ++i) {
    const auto source = sampled.source(i);
    EXPECT_EQ(tokenizer_.decode(std::vector<int64_t>(source.begin(), source.end())), kLine);
    EXPECT_EQ(source.back(), text::kEos);
    EXPECT_EQ(std::count(source.begin(), source.end(), text::kEos), 1);
  }
}

TEST_F(ExampleVariantsTest, KeepsWhatWouldBecomeTooLong) {
  const std::vector<size_t> all = {0, 1, 2, 3};
  const auto before = ids(examples_.source(0));
  const auto sampled = sampling(1, static_cast<int64_t>(before.size()))(examples_, all, 1);
  for (size_t i = 0; i < all.size(); ++i) EXPECT_LE(sampled.source(i).size(), before.size());
}

TEST_F(ExampleVariantsTest, HaveNoiseAsOftenAsConfigured) {
  EXPECT_EQ(noisy_sources({}, 0), std::set<std::string>{kLine});
  const auto with_typos = noisy_sources({.typo = 0.5}, 0);
  EXPECT_GT(with_typos.size(), 10U);
  EXPECT_EQ(with_typos.count(kLine), 1U);
}

TEST_F(ExampleVariantsTest, HaveNoiseInOtherPiecesToo) {
  const config::NoiseOptions noise = {.typo = 0.5};
  EXPECT_EQ(noisy_sources(noise, 0.3), noisy_sources(noise, 0));
}

TEST_F(ExampleVariantsTest, LeaveATextWhoseCapitalsTheVocabularyLacks) {
  EXPECT_EQ(noisy_sources({.letter_case = 0.9}, 0), std::set<std::string>{kLine});
}

TEST_F(ExampleVariantsTest, SayWhichExamplesAreInOtherLetters) {
  const std::string line = "The Cat";
  const auto tokenizer = text::train_tokenizer({line, "THE CAT", "the cat"},
                                               {.type = config::TokenizerType::character});
  const text::TokenizerPair tokenizers(tokenizer, tokenizer, text::Preprocess::none);
  Examples examples;
  examples.begin_text("text");
  examples.add(tokenizers.encode_source(line), tokenizers.encode_target(line), 1.0, 1);
  const ExampleVariants variants(tokenizers, {.noise = {.letter_case = 0.5}, .max_length = 100});
  std::set<std::pair<std::string, std::string>> pairs;
  const std::vector<size_t> first = {0};
  for (int64_t epoch = 0; epoch < 50; ++epoch) {
    const auto batch = variants(examples, first, epoch);
    const auto text = [&](std::span<const int32_t> side) {
      return tokenizer.decode(std::vector<int64_t>(side.begin(), side.end()));
    };
    pairs.emplace(text(batch.source(0)), text(batch.target(0)));
  }
  EXPECT_EQ(pairs, (std::set<std::pair<std::string, std::string>>{
                       {line, line}, {"THE CAT", "THE CAT"}, {"the cat", line}}));
}

/// Lines 1, 2, 3 and 5 of a text, and line 6 of another, whose sources have a tag.
class JoinedExamples : public testing::Test {
 protected:
  JoinedExamples() {
    const std::vector<std::pair<std::string, int64_t>> lines = {
        {"a b", 1}, {"c", 2}, {"d e", 3}, {"a c", 5}};
    examples_.begin_text("first");
    for (const auto& [line, number] : lines) add(line, number);
    examples_.begin_text("second");
    add("e", 6);
    add("d", 7);
  }
  void add(const std::string& line, int64_t number) {
    auto source = tokenizers_.encode_source(line);
    source.insert(source.begin(), tokenizer_.id("<law>"));
    examples_.add(source, tokenizers_.encode_target(line), 1.0, number);
  }
  ExampleVariants joining(double probability, int64_t sentences, int64_t max_length = 100) const {
    return {
        tokenizers_,
        {.join = {.probability = probability, .sentences = sentences}, .max_length = max_length}};
  }
  /// The distinct targets of an example in many epochs.
  std::set<std::string> targets(const ExampleVariants& variants, size_t example) const {
    std::set<std::string> found;
    const std::vector<size_t> chosen = {example};
    for (int64_t epoch = 0; epoch < 50; ++epoch) {
      const auto batch = variants(examples_, chosen, epoch);
      const auto source = batch.source(0), target = batch.target(0);
      const auto lengths = variants.lengths(examples_, example, epoch);
      EXPECT_EQ(lengths.source, source.size());
      EXPECT_EQ(lengths.target, target.size());
      EXPECT_EQ(source.size(), target.size() + 1) << "one tag";
      EXPECT_EQ(source.front(), tokenizer_.id("<law>"));
      EXPECT_TRUE(std::equal(source.begin() + 1, source.end(), target.begin())) << "both sides";
      EXPECT_EQ(std::ranges::count(target, text::kEos), 1);
      EXPECT_EQ(target.back(), text::kEos);
      found.insert(tokenizer_.decode(std::vector<int64_t>(target.begin(), target.end())));
    }
    return found;
  }

  using Texts = std::set<std::string>;
  const text::Tokenizer tokenizer_ = text::train_tokenizer(
      {"a b c d e"}, {.type = config::TokenizerType::word, .symbols = {"<law>"}});
  const text::TokenizerPair tokenizers_{tokenizer_, tokenizer_, text::Preprocess::none};
  Examples examples_;
};

TEST_F(JoinedExamples, AreTheNextLinesOfTheText) {
  EXPECT_EQ(targets(joining(1, 3), 0), (Texts{"a b c", "a b c d e"}));
  EXPECT_EQ(targets(joining(0.5, 2), 0), (Texts{"a b", "a b c"}));
  EXPECT_EQ(targets(joining(0, 3), 0), (Texts{"a b"}));
}

TEST_F(JoinedExamples, EndAtAGapAndWithTheText) {
  EXPECT_EQ(targets(joining(1, 3), 1), (Texts{"c d e"}));
  EXPECT_EQ(targets(joining(1, 3), 2), (Texts{"d e"})) << "line 4 is not there";
  EXPECT_EQ(targets(joining(1, 3), 3), (Texts{"a c"})) << "line 6 is of another text";
  EXPECT_EQ(targets(joining(1, 3), 5), (Texts{"d"}));
}

TEST_F(JoinedExamples, AreNoLongerThanTheLongest) {
  EXPECT_EQ(targets(joining(1, 3, 5), 0), (Texts{"a b c"})) << "a tag, three words and the end";
  EXPECT_EQ(targets(joining(1, 3, 4), 0), (Texts{"a b"}));
}

}  // namespace
}  // namespace regard::corpus
