#include "alignment/token_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "alignment/words.h"
#include "text/data_files.h"
#include "text/tokenizer_pair.h"

namespace regard::alignment {
namespace {

using test::data_lines;

std::vector<int32_t> ids_of(const text::Tokenizer& tokenizer, const std::string& text) {
  const auto ids = tokenizer.encode(text);
  return {ids.begin(), ids.end()};
}

text::Tokenizer tokenizer_of(config::TokenizerType type, std::vector<std::string> symbols = {},
                             bool byte_fallback = false) {
  config::TokenizerOptions options;
  options.type = type;
  options.vocab_size = type == config::TokenizerType::word ? 9000 : 500;
  options.symbols = std::move(symbols);
  options.byte_fallback = byte_fallback;
  auto lines = data_lines("train.en");
  const auto french = data_lines("train.fr");
  lines.insert(lines.end(), french.begin(), french.end());
  return text::train_tokenizer(lines, options);
}

TEST(TokenWords, AreTheWordsOfTheText) {
  for (const auto type : {config::TokenizerType::bpe, config::TokenizerType::unigram,
                          config::TokenizerType::character}) {
    const auto tokenizer = tokenizer_of(type);
    const TokenTexts texts(tokenizer);
    for (const auto* file : {"val.en", "val.fr"}) {
      for (const auto& line : data_lines(file)) {
        const auto normal = tokenizer.normalize(line);
        if (std::ranges::count(tokenizer.encode(line), text::kUnk) > 0) continue;
        const TokenWords sentence(ids_of(tokenizer, line), texts);
        const std::vector<std::string_view> words(sentence.words().begin(), sentence.words().end());
        EXPECT_EQ(words, words_of(tokenizer.decode(tokenizer.encode(line)))) << normal;
      }
    }
  }
}

TEST(TokenWords, TellWhichTokensBelongToWhichWord) {
  const auto tokenizer = tokenizer_of(config::TokenizerType::bpe);
  const TokenTexts texts(tokenizer);
  for (const auto& line : data_lines("val.fr")) {
    const auto ids = ids_of(tokenizer, line);
    const TokenWords sentence(ids, texts);
    for (size_t word = 0; word < sentence.words().size(); ++word) {
      const auto tokens = sentence.tokens_of_word(word);
      ASSERT_LT(tokens.begin, tokens.end);
      std::string text;
      for (size_t token = tokens.begin; token < tokens.end; ++token) {
        text += texts[ids[token]];
        const auto words = sentence.words_of_token(token);
        EXPECT_TRUE(words.begin <= word && word < words.end);
      }
      EXPECT_NE(text.find(sentence.words()[word]), std::string::npos) << line;
    }
  }
}

TEST(TokenWords, CountASpaceAsPartOfTheNextWord) {
  const auto tokenizer = tokenizer_of(config::TokenizerType::character);
  const auto ids = ids_of(tokenizer, "a dog");  // ▁ a ▁ d o g
  ASSERT_EQ(ids.size(), 6U);
  const TokenWords sentence(ids, TokenTexts(tokenizer));
  EXPECT_EQ(sentence.tokens_of_word(0).begin, 0U);
  EXPECT_EQ(sentence.tokens_of_word(0).end, 2U);
  EXPECT_EQ(sentence.tokens_of_word(1).begin, 2U);
  EXPECT_EQ(sentence.tokens_of_word(1).end, 6U);
}

TEST(TokenWords, LeaveOutSymbolsAndEnds) {
  const auto tokenizer = tokenizer_of(config::TokenizerType::bpe, {"<2fr>"});
  auto ids = ids_of(tokenizer, "<2fr> The dog");
  ids.push_back(text::kEos);
  const TokenWords sentence(ids, TokenTexts(tokenizer));
  EXPECT_EQ(std::vector(sentence.words().begin(), sentence.words().end()),
            (std::vector<std::string_view>{"The", "dog"}));
  const auto words_of_end = sentence.words_of_token(ids.size() - 1);
  EXPECT_EQ(words_of_end.begin, words_of_end.end);
}

TEST(TokenWords, ReadLettersThatAreBytes) {
  const auto tokenizer = tokenizer_of(config::TokenizerType::bpe, {}, true);
  const TokenWords sentence(ids_of(tokenizer, "a \u0436\u0436 b"), TokenTexts(tokenizer));
  EXPECT_EQ(std::vector(sentence.words().begin(), sentence.words().end()),
            (std::vector<std::string_view>{"a", "\u0436\u0436", "b"}));
}

TEST(TokenWords, AreEmptyWithoutTokens) {
  const TokenTexts texts(tokenizer_of(config::TokenizerType::bpe));
  EXPECT_TRUE(TokenWords({}, texts).words().empty());
}

}  // namespace
}  // namespace regard::alignment
