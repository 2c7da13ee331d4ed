#include "translate/translate_lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "regard/base/error.h"
#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// A line of two clauses between two short lines.
class JoinParts : public testing::Test {
 protected:
  JoinParts() { options_.longest_source = 6; }

  Sources sources() const { return {tokenizers_, lines_, options_}; }

  text::TokenizerPair tokenizers_ = test::tiny_model().tokenizers;
  std::vector<std::string> lines_ = {"the cat", "the cat sees my house and eats in a house", "",
                                     "a dog"};
  config::SearchOptions options_;
};

Candidate candidate(const std::string& text, double score, std::vector<int64_t> ids) {
  return {.text = text, .log_prob = 10 * score, .score = score, .ids = std::move(ids)};
}

TEST_F(JoinParts, ComesAfterLinesWereCutIntoClauses) {
  const auto found = sources();
  EXPECT_EQ(found.lines, (std::vector<size_t>{0, 1, 1, 3}));
  EXPECT_EQ(found.texts[1], "the cat sees my house");
  EXPECT_EQ(found.texts[2], "and eats in a house");
  EXPECT_TRUE(found.begins_line(1));
  EXPECT_FALSE(found.begins_line(2));
  for (size_t source = 0; source < found.tokens.size(); ++source) {
    EXPECT_EQ(found.tokens[source], tokenizers_.encode_source(found.texts[source]));
    EXPECT_LE(found.tokens[source].size(), 6U);
  }
}

TEST_F(JoinParts, PutsTextsAndTokensOneBehindTheOther) {
  const int64_t eos = text::kEos;
  std::vector<Translation> translations(4);
  translations[1].n_best = {candidate("le chat", -1, {7, 8, eos})};
  translations[2].n_best = {candidate("mange", -2, {9, eos})};
  translations[3].n_best = {candidate("un chien", -1, {5, 6, eos})};
  translations[3].text = "un chien";
  translations[2].repeats = true;
  const auto joined = join_parts(sources(), translations, 1);
  ASSERT_EQ(joined.size(), 4U);
  EXPECT_EQ(joined[1].text, "le chat mange");
  EXPECT_EQ(joined[1].cuts, 1);
  EXPECT_EQ(joined[1].sentences, 1);
  EXPECT_TRUE(joined[1].repeats);
  const auto& best = joined[1].n_best.front();
  EXPECT_EQ(best.ids, (std::vector<int64_t>{7, 8, 9, eos}));
  EXPECT_DOUBLE_EQ(best.log_prob, -30);
  EXPECT_DOUBLE_EQ(best.score, -1.5);
  EXPECT_TRUE(joined[2].n_best.empty());
  EXPECT_EQ(joined[3].text, "un chien");
  EXPECT_EQ(joined[3].cuts, 0);
  EXPECT_EQ(joined[3].sentences, 1);
}

TEST_F(JoinParts, CountsTheSentencesOfALine) {
  lines_ = {"The cat sees. My house and the cat eats in a house! A dog."};
  const auto found = sources();
  EXPECT_EQ(found.texts, (std::vector<std::string>{"The cat sees.", "My house and the",
                                                   "cat eats in a house!", "A dog."}));
  EXPECT_EQ(found.sentences, (std::vector<size_t>{0, 1, 1, 2}));
  std::vector<Translation> translations(4);
  for (auto& one : translations) one.n_best = {candidate("chat.", -1, {7, text::kEos})};
  translations[2].is_short = true;
  const auto line = join_parts(found, translations, 1).front();
  EXPECT_EQ(line.text, "chat. chat. chat. chat.");
  EXPECT_EQ(line.sentences, 3);
  EXPECT_EQ(line.cuts, 1);
  EXPECT_TRUE(line.is_short);
}

TEST_F(JoinParts, PutsBackWhatStandsBesideTheSentencesOfALine) {
  lines_ = {"  - The cat.[1] A dog!My house. :)\t", " 42 ", "1. A cat.\u2028The dog."};
  const auto found = sources();
  EXPECT_EQ(found.texts,
            (std::vector<std::string>{"The cat.", "A dog!", "My house.", "A cat.", "The dog."}));
  std::vector<Translation> translations(5);
  for (auto& one : translations) {
    one.n_best = {candidate("chat.", -1, {7, text::kEos})};
    one.text = "chat.";
  }
  const auto joined = join_parts(found, translations, 1);
  EXPECT_EQ(joined[0].text, "  - chat.[1] chat. chat. :)\t");
  EXPECT_EQ(joined[0].n_best.front().text, joined[0].text);
  EXPECT_EQ(found.behind[1], " 42 ") << "nothing to translate";
  EXPECT_TRUE(joined[1].n_best.empty());
  EXPECT_EQ(joined[2].text, "1. chat. chat.") << "one line";
}

TEST_F(JoinParts, CountsMarksBesideSentencesAsWordsThatBelongToThemselves) {
  lines_ = {"- The cat. [1] A dog."};
  std::vector<Translation> translations(2);
  for (auto& one : translations) {
    one.n_best = {candidate("le chat", -1, {7, text::kEos})};
    one.n_best[0].words = {"le", "chat"};
    one.n_best[0].attention = {{1, 0}, {0, 1}};
    one.source_words = {"the", "cat"};
  }
  const auto line = join_parts(sources(), translations, 1).front();
  const std::vector<std::string> words = {"-", "the", "cat", "[1]", "the", "cat"};
  EXPECT_EQ(line.source_words, words);
  const auto& best = line.n_best.front();
  EXPECT_EQ(best.words, (std::vector<std::string>{"-", "le", "chat", "[1]", "le", "chat"}));
  const auto rows = whole_rows(best.attention, best.attention_begins, words.size());
  ASSERT_EQ(rows.size(), words.size());
  for (size_t word = 0; word < words.size(); ++word) {
    std::vector<float> itself(words.size(), 0.0F);
    itself[word] = 1.0F;
    EXPECT_EQ(rows[word], itself) << word;
  }
}

TEST_F(JoinParts, LeavesLinesWholeThatAreNotSplit) {
  lines_ = {"The cat. A dog."};
  EXPECT_EQ(sources().texts.size(), 2U);
  options_.split = false;
  EXPECT_EQ(sources().texts, lines_);
}

TEST_F(JoinParts, GivesTheBestOfAllCombinations) {
  const int64_t eos = text::kEos;
  std::vector<Translation> translations(4);
  translations[1].n_best = {candidate("a", -1.0, {eos}), candidate("b", -1.1, {eos}),
                            candidate("c", -9.0, {eos})};
  translations[2].n_best = {candidate("x", -1.0, {eos}), candidate("y", -1.25, {eos}),
                            candidate("z", -0.1, {7})};  // cut off: ranks after all that end
  const auto best = join_parts(sources(), translations, 3)[1].n_best;
  ASSERT_EQ(best.size(), 3U);
  EXPECT_EQ(best[0].text, "a x");
  EXPECT_EQ(best[1].text, "b x");
  EXPECT_EQ(best[2].text, "a y");
}

TEST_F(JoinParts, CountsTheWordsThatAreAttendedToThroughTheWholeLine) {
  std::vector<Translation> translations(4);
  auto first = candidate("le", -1, {7, text::kEos}), second = candidate("la", -1, {8, text::kEos});
  first.pieces = {"▁le", "</s>"};
  first.attention = {{0.5F, 0.5F, 0, 0, 0}};
  second.pieces = {"▁la", "</s>"};
  second.attention = {{0, 0, 0, 0, 1}};
  translations[1].n_best = {first};
  translations[2].n_best = {second};
  const auto best = join_parts(sources(), translations, 1)[1].n_best.front();
  EXPECT_EQ(best.pieces, (std::vector<std::string>{"▁le", "▁la", "</s>"}));
  EXPECT_EQ(whole_rows(best.attention, best.attention_begins, 10),
            (Weights{{0.5F, 0.5F, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}));
  EXPECT_EQ(hard_alignment(best.attention, best.attention_begins),
            (std::vector<AlignedWords>{{0, 0}, {9, 1}}));
}

/// All combinations of the parts' candidates, in order, to compare with.
std::vector<std::string> combined(const std::vector<Translation>& parts) {
  struct Row {
    int64_t unfinished;
    double score;
    std::string text;
  };
  std::vector<Row> rows = {{0, 0.0, ""}};
  for (const auto& part : parts) {
    std::vector<Row> longer;
    for (const auto& row : rows) {
      for (const auto& one : part.n_best) {
        longer.push_back({row.unfinished + (one.ids.back() == text::kEos ? 0 : 1),
                          row.score + one.score,
                          row.text + (row.text.empty() ? "" : " ") + one.text});
      }
    }
    rows = std::move(longer);
  }
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
    return std::pair(a.unfinished, -a.score) < std::pair(b.unfinished, -b.score);
  });
  std::vector<std::string> texts;
  for (auto& row : rows) texts.push_back(std::move(row.text));
  return texts;
}

TEST_F(JoinParts, FindsWhatAllCombinationsHave) {
  lines_ = {"The cat. A dog. My house. The dog."};
  std::vector<Translation> translations(4);
  uint32_t random = 7;
  for (auto& part : translations) {
    for (int rank = 0; rank < 5; ++rank) {
      random = random * 1'664'525U + 1'013'904'223U;
      part.n_best.push_back(candidate(std::to_string(random >> 8U), -(random >> 24U) / 64.0,
                                      {(random >> 16U) % 4 == 0 ? int64_t{7} : text::kEos}));
    }
  }
  auto expected = combined(translations);
  expected.resize(5);
  std::vector<std::string> texts;
  const auto line = join_parts(sources(), translations, 5).front();
  for (const auto& one : line.n_best) texts.push_back(one.text);
  EXPECT_EQ(texts, expected);
}

// Time and memory grow linearly with the number of sentences; quadratic growth would take
// gigabytes.
TEST_F(JoinParts, TakesNoMoreForAnotherSentenceOfALongLine) {
  constexpr size_t kSentences = 3000, kCandidates = 32, kWords = 10;
  lines_ = {""};
  for (size_t i = 0; i < kSentences; ++i) lines_[0] += "A dog. ";
  std::vector<Translation> translations(kSentences);
  for (auto& part : translations) {
    part.source_words.assign(kWords, "w");
    for (size_t rank = 0; rank < kCandidates; ++rank) {
      part.n_best.push_back(candidate("chien", -static_cast<double>(rank), {7, text::kEos}));
      part.n_best.back().attention.assign(kWords, std::vector<float>(kWords, 0.1F));
    }
  }
  size_t asked = 0;
  const auto line = join_parts(sources(), translations, kCandidates, [&] { ++asked; }).front();
  EXPECT_EQ(line.n_best.size(), kCandidates);
  EXPECT_EQ(line.n_best.back().attention.size(), kSentences * kWords);
  EXPECT_EQ(line.n_best.back().attention.back().size(), kWords);
  EXPECT_GE(asked, kSentences);
}

TEST_F(JoinParts, EndsWhenTheCallerDoes) {
  lines_ = {"The cat. A dog."};
  std::vector<Translation> translations(2);
  for (auto& part : translations) part.n_best = {candidate("a", -1, {text::kEos})};
  EXPECT_THROW(join_parts(sources(), translations, 1, [] { throw Cancelled(); }), Cancelled);
}

}  // namespace
}  // namespace regard::translate
