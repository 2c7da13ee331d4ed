#include "text/word_encoder.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "text/tokenizer_pair.h"

namespace regard::text {
namespace {

const std::vector<std::string> kSentences = {"Where is the cat? The cat is at the station.",
                                             "Où est le chat ? Le chat est à la gare.",
                                             "l'été, c'est l'été", "12 345 67", "a <bt> b"};

Tokenizer tokenizer_of(config::TokenizerType type, bool byte_fallback = false) {
  return train_tokenizer(kSentences,
                         {.type = type, .byte_fallback = byte_fallback, .symbols = {"<bt>"}});
}

/// A mix of words, spaces of all kinds, unknown characters, symbols, and characters whose
/// normalized form begins with a space or joins the preceding text.
std::string random_line(std::mt19937& random) {
  static const std::vector<std::string> kParts = {"cat",    "chat",
                                                  " ",      " ",
                                                  "  ",     "?",
                                                  "\u00A0", "\u3000",
                                                  "\u00A8", "e",
                                                  "\u0301", "<bt>",
                                                  "日本",   "\u2581",
                                                  "\t",     "ﬁ",
                                                  "\u1FED", "½",
                                                  "\u200B", "\u0344",
                                                  "12",     "\xF0\x9F\x98\x80"};
  std::string line;
  for (size_t i = random() % 12; i > 0; --i) line += kParts[random() % kParts.size()];
  return line;
}

TEST(WordEncoder, GivesTheIdsOfTheWholeLine) {
  for (const auto type : {config::TokenizerType::bpe, config::TokenizerType::unigram}) {
    for (const bool byte_fallback : {false, true}) {
      const auto tokenizer = tokenizer_of(type, byte_fallback);
      WordEncoder encoder(tokenizer), forgetful(tokenizer, 3);
      std::mt19937 random(7);
      for (int i = 0; i < 5000; ++i) {
        const auto line = random_line(random);
        ASSERT_EQ(encoder.encode(line), tokenizer.encode(line)) << line;
        ASSERT_EQ(forgetful.encode(line), tokenizer.encode(line)) << line;
      }
    }
  }
}

TEST(WordEncoder, EncodesLinesWithoutWords) {
  WordEncoder encoder(tokenizer_of(config::TokenizerType::bpe));
  EXPECT_TRUE(encoder.encode("").empty());
  EXPECT_TRUE(encoder.encode("   ").empty());
}

TEST(WordEncoder, EncodesWordsThatAreLongerThanAnyLanguageHas) {
  const auto tokenizer = tokenizer_of(config::TokenizerType::bpe);
  WordEncoder encoder(tokenizer);
  const auto line = "a cat " + std::string(7000, 'x') + " chat";
  EXPECT_EQ(encoder.encode(line), tokenizer.encode(line));
}

}  // namespace
}  // namespace regard::text
