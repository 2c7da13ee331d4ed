#include "text/tokenizer_pair.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace regard::text {
namespace {

Tokenizer words(const std::string& line) {
  return train_tokenizer({line}, {.type = config::TokenizerType::word});
}

TokenizerPair joint_pair(Preprocess how = Preprocess::none) {
  const auto both = words("a cat un chat .");
  return {both, both, how};
}

TokenizerPair separate_pair() { return {words("a cat"), words("un chat noir"), Preprocess::none}; }

TEST(TokenizerPair, EndsBothSidesWithEos) {
  const auto pair = separate_pair();
  EXPECT_EQ(pair.encode_source("cat"), (std::vector<int64_t>{pair.source().id("▁cat"), kEos}));
  EXPECT_EQ(pair.encode_target("noir"), (std::vector<int64_t>{pair.target().id("▁noir"), kEos}));
  EXPECT_EQ(pair.encode_source(""), std::vector<int64_t>{kEos});
}

TEST(TokenizerPair, EncodesEachSideWithItsOwnVocabulary) {
  const auto pair = separate_pair();
  EXPECT_EQ(pair.encode_source("chat"), (std::vector<int64_t>{kUnk, kEos}));
  EXPECT_EQ(pair.decode_target(pair.encode_target("un chat")), "un chat");
}

TEST(TokenizerPair, PreprocessesLinesFirst) {
  const auto pair = joint_pair(Preprocess::d2l);
  EXPECT_EQ(pair.encode_source("A CAT."), pair.encode_source("a cat ."));
  EXPECT_EQ(pair.encode_target("Un\u00A0CHAT."), pair.encode_target("un chat ."));
  const auto plain = joint_pair();
  EXPECT_NE(plain.encode_source("A CAT."), plain.encode_source("a cat ."));
}

TEST(TokenizerPair, HasAHashOfBothSides) {
  const auto one = words("a cat");
  const auto other = words("un chat noir");
  const TokenizerPair pair(one, other, Preprocess::none);
  const TokenizerPair swapped(other, one, Preprocess::none);
  EXPECT_NE(pair.hash(), swapped.hash());
  EXPECT_NE(pair.hash(), TokenizerPair(one, one, Preprocess::none).hash());
}

}  // namespace
}  // namespace regard::text
