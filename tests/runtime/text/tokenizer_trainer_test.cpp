#include "text/tokenizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "support/base/thrown_error.h"
#include "text/data_files.h"
#include "text/tokenizer_pair.h"

namespace regard::text {
namespace {

using config::TokenizerOptions;
using config::TokenizerType;
using test::thrown_error;
using Strings = std::vector<std::string>;

// About 200 English and French sentences.
Strings small_text() {
  auto lines = test::data_lines("val.en");
  for (auto& line : test::data_lines("val.fr")) lines.push_back(std::move(line));
  return lines;
}

TokenizerOptions options_of(TokenizerType type, int64_t vocab_size) {
  TokenizerOptions options;
  options.type = type;
  options.vocab_size = vocab_size;
  return options;
}

Strings pieces_of(const Tokenizer& tokenizer) {
  Strings pieces;
  for (int64_t id = 0; id < tokenizer.size(); ++id) pieces.push_back(tokenizer.piece(id));
  return pieces;
}

// The number after the last space: vocabulary errors end with a number.
int64_t last_number(const Error& error) {
  const std::string what = error.problem();
  return std::stoll(what.substr(what.rfind(' ') + 1));
}

class EveryType : public testing::TestWithParam<TokenizerType> {
 protected:
  TokenizerOptions options = options_of(GetParam(), 200);
};

TEST_P(EveryType, BeginsWithTheSpecialTokens) {
  const auto pieces = pieces_of(train_tokenizer(small_text(), options));
  ASSERT_GE(pieces.size(), 5U);
  EXPECT_EQ(Strings(pieces.begin(), pieces.begin() + 4),
            (Strings{"<pad>", "<unk>", "<s>", "</s>"}));
  EXPECT_EQ(std::set<std::string>(pieces.begin(), pieces.end()).size(), pieces.size());
}

TEST_P(EveryType, GivesBackTheTextItWasTrainedOn) {
  if (GetParam() == TokenizerType::word) options.vocab_size = 2000;  // room for every word
  const auto tokenizer = train_tokenizer(small_text(), options);
  for (const auto& line : small_text()) {
    const auto ids = tokenizer.encode(line);
    EXPECT_EQ(std::count(ids.begin(), ids.end(), kUnk), 0) << line;
    EXPECT_EQ(tokenizer.decode(ids), line);
  }
}

TEST_P(EveryType, IsTheSameForTheSameText) {
  const auto lines = small_text();
  EXPECT_EQ(train_tokenizer(lines, options).hash(), train_tokenizer(lines, options).hash());
}

TEST_P(EveryType, IsRememberedInTheModel) {
  options.normalization = config::Normalization::nfkc;
  const auto tokenizer = train_tokenizer(small_text(), options);
  EXPECT_EQ(tokenizer.type(), GetParam());
  EXPECT_EQ(tokenizer.normalization(), "nfkc");
}

TEST_P(EveryType, ReportsThatThereIsNoText) {
  for (const Strings& lines : {Strings{}, Strings{"", "  ", "\u00A0", "\t"}}) {
    const auto error = thrown_error([&] { train_tokenizer(lines, options); });
    EXPECT_EQ(error.problem(), "no text to train a tokenizer on");
  }
}

TEST_P(EveryType, IgnoresEmptyLines) {
  auto lines = small_text();
  const auto hash = train_tokenizer(lines, options).hash();
  lines.insert(lines.begin(), {"", ""});
  lines.insert(lines.end(), {"", " ", " "});
  EXPECT_EQ(train_tokenizer(lines, options).hash(), hash);
}

INSTANTIATE_TEST_SUITE_P(Of, EveryType,
                         testing::Values(TokenizerType::unigram, TokenizerType::bpe,
                                         TokenizerType::word, TokenizerType::character),
                         [](const auto& info) { return name_of(info.param); });

class Subwords : public testing::TestWithParam<TokenizerType> {
 protected:
  TokenizerOptions options = options_of(GetParam(), 200);
};

TEST_P(Subwords, HaveExactlyTheRequestedVocabulary) {
  for (const int64_t size : {100, 151, 300}) {
    options.vocab_size = size;
    EXPECT_EQ(train_tokenizer(small_text(), options).size(), size);
  }
}

TEST_P(Subwords, HaveAVocabularyThatSuitsTheText) {
  options.vocab_size = {};
  const auto suitable = train_tokenizer(small_text(), options).size();
  EXPECT_GE(suitable, 50);
  EXPECT_LE(suitable, 1000);
  // If the text does not permit a suitable size, the nearest possible one is used.
  EXPECT_GT(train_tokenizer({"ab ab"}, options).size(), 4);
  std::string letters;
  for (char32_t letter = 0x4E00; letter < 0x4E00 + 300; ++letter) {
    letters +=
        {static_cast<char>(0xE0 | letter >> 12U), static_cast<char>(0x80 | (letter >> 6U & 0x3FU)),
         static_cast<char>(0x80 | (letter & 0x3FU))};
  }
  EXPECT_GE(train_tokenizer({letters}, options).size(), 300);
}

TEST_P(Subwords, NameTheLargestVocabularyThatIsPossible) {
  options.vocab_size = 100'000;
  const auto error = thrown_error([&] { train_tokenizer(small_text(), options); });
  EXPECT_TRUE(std::string(error.problem())
                  .starts_with("a vocabulary of 100000 is too large for this training text; the "
                               "largest possible is "))
      << error.problem();
  EXPECT_EQ(error.where(), "tokenizer.vocab_size");

  options.vocab_size = last_number(error);
  EXPECT_EQ(train_tokenizer(small_text(), options).size(), *options.vocab_size.number);
  ++*options.vocab_size.number;
  thrown_error([&] { train_tokenizer(small_text(), options); });
}

TEST_P(Subwords, NameTheSmallestVocabularyThatIsPossible) {
  options.vocab_size = 5;
  const auto error = thrown_error([&] { train_tokenizer(small_text(), options); });
  EXPECT_TRUE(std::string(error.problem())
                  .starts_with("a vocabulary of 5 cannot hold every character of the training "
                               "text; the smallest possible is "))
      << error.problem();

  options.vocab_size = last_number(error);
  EXPECT_EQ(train_tokenizer(small_text(), options).size(), *options.vocab_size.number);
  --*options.vocab_size.number;
  thrown_error([&] { train_tokenizer(small_text(), options); });
}

TEST_P(Subwords, WriteUnseenCharactersAsBytesOnRequest) {
  options.byte_fallback = true;
  options.vocab_size = 256 + 200;
  const auto tokenizer = train_tokenizer(small_text(), options);
  const std::string text = "Anna sees 漢字 & 🙂!";
  const auto ids = tokenizer.encode(text);
  EXPECT_EQ(std::count(ids.begin(), ids.end(), kUnk), 0);
  EXPECT_EQ(tokenizer.decode(ids), text);
}

TEST_P(Subwords, NameTheSmallestVocabularyWithAllBytesToo) {
  options.byte_fallback = true;
  const auto error = thrown_error([&] { train_tokenizer(small_text(), options); });
  EXPECT_GT(last_number(error), 256);
  options.vocab_size = last_number(error);
  EXPECT_EQ(train_tokenizer(small_text(), options).size(), *options.vocab_size.number);
}

INSTANTIATE_TEST_SUITE_P(Of, Subwords, testing::Values(TokenizerType::unigram, TokenizerType::bpe),
                         [](const auto& info) { return name_of(info.param); });

TEST(TrainTokenizer, KeepsSymbolsWhole) {
  for (const auto type : {TokenizerType::unigram, TokenizerType::bpe, TokenizerType::word,
                          TokenizerType::character}) {
    auto options = options_of(type, 200);
    options.symbols = {"<bt>", "<de>"};
    const auto tokenizer = train_tokenizer(small_text(), options);
    EXPECT_EQ(tokenizer.symbols(), options.symbols) << name_of(type);
    EXPECT_NE(tokenizer.id("<bt>"), kUnk) << name_of(type);
  }
}

TEST(TrainTokenizer, RefusesASymbolThatCannotBeOne) {
  auto options = options_of(TokenizerType::word, 40);
  for (const auto* symbol : {"a,b", "", "</s>", "<s>", "<unk>", "<pad>", "<0x0A>", "a b", "\xFF"}) {
    options.symbols = {symbol};
    const auto error = thrown_error([&] { train_tokenizer(small_text(), options); });
    EXPECT_EQ(error.where(), "tokenizer.symbols") << symbol;
  }
}

TEST(WordTokenizer, KnowsWordsOfTheMinimumFrequency) {
  const Strings lines = {"a a a b b c", "a b c d", "e\u00A0e"};  // a 4, b 3, c 2, e 2, d 1
  TokenizerOptions options = options_of(TokenizerType::word, 100);
  options.min_frequency = 2;
  auto pieces = pieces_of(train_tokenizer(lines, options));
  std::sort(pieces.begin() + 4, pieces.end());
  EXPECT_EQ(Strings(pieces.begin() + 4, pieces.end()), (Strings{"▁a", "▁b", "▁c", "▁e"}));
}

TEST(WordTokenizer, CountsWordsAsNormalizationLeavesThem) {
  const Strings lines = {"The the THE cat", "Cat"};
  TokenizerOptions options = options_of(TokenizerType::word, 100);
  options.normalization = config::Normalization::nmt_nfkc_cf;
  options.min_frequency = 2;
  EXPECT_EQ(train_tokenizer(lines, options).size(), 4 + 2);
  options.min_frequency = 3;
  const auto pieces = pieces_of(train_tokenizer(lines, options));
  EXPECT_EQ(pieces, (Strings{"<pad>", "<unk>", "<s>", "</s>", "▁the"}));
}

TEST(WordTokenizer, KeepsTheMostFrequentWordsIfNotAllFit) {
  TokenizerOptions options = options_of(TokenizerType::word, 6);
  const auto pieces = pieces_of(train_tokenizer({"c b a", "b a", "a d"}, options));
  EXPECT_EQ(pieces, (Strings{"<pad>", "<unk>", "<s>", "</s>", "▁a", "▁b"}));
}

TEST(WordTokenizer, ReportsThatNoWordIsFrequentEnough) {
  TokenizerOptions options = options_of(TokenizerType::word, 100);
  options.min_frequency = 9;
  const auto error = thrown_error([&] { train_tokenizer({"a a b"}, options); });
  EXPECT_EQ(error.problem(), "no word of the training text occurs 9 times");
  EXPECT_EQ(error.where(), "tokenizer.min_frequency");
}

TEST(WordTokenizer, ReadsUnseenWordsAsUnknown) {
  const auto tokenizer = train_tokenizer({"a b", "a c"}, options_of(TokenizerType::word, 100));
  const auto ids = tokenizer.encode("a z c");
  ASSERT_EQ(ids.size(), 3U);
  EXPECT_EQ(ids[1], kUnk);
  EXPECT_EQ(tokenizer.decode(ids), "a \u2047  c");
}

TEST(CharTokenizer, HasThePiecesOfEachCharacter) {
  const auto tokenizer =
      train_tokenizer({"abba", "acé"}, options_of(TokenizerType::character, 1000));
  EXPECT_EQ(tokenizer.size(), 4 + 5);  // a b c é and the word mark
  EXPECT_EQ(tokenizer.encode_as_pieces("bé a"), (Strings{"▁", "b", "é", "▁", "a"}));
}

TEST(TokenizerTrainer, LeavesRareCharactersOutAtALowerCoverage) {
  auto lines = small_text();
  lines.push_back("漢");
  TokenizerOptions options = options_of(TokenizerType::bpe, 200);
  EXPECT_NE(train_tokenizer(lines, options).id("漢"), kUnk);
  options.character_coverage = 0.999;
  EXPECT_EQ(train_tokenizer(lines, options).id("漢"), kUnk);
}

TEST(TokenizerTrainer, NormalizesAsRequested) {
  TokenizerOptions options = options_of(TokenizerType::character, 1000);
  const Strings lines = {"ﬁn É", "a  b"};
  EXPECT_EQ(train_tokenizer(lines, options).normalize("ﬁn  É"), "▁fin▁É");
  options.normalization = config::Normalization::nmt_nfkc_cf;
  EXPECT_EQ(train_tokenizer(lines, options).normalize("ﬁn  É"), "▁fin▁é");
  options.normalization = config::Normalization::identity;
  EXPECT_EQ(train_tokenizer(lines, options).normalize("ﬁn  É"), "▁ﬁn▁É");
}

TEST(TokenizerTrainer, PrintsNothing) {
  testing::internal::CaptureStderr();
  for (const auto type : {TokenizerType::unigram, TokenizerType::bpe, TokenizerType::word,
                          TokenizerType::character}) {
    auto options = options_of(type, 100);
    options.normalization = config::Normalization::identity;
    train_tokenizer(small_text(), options).encode("été");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace regard::text
