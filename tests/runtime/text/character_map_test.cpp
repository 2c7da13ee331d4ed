#include "text/vocabulary_list.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "regard/base/limits.h"
#include "support/base/thrown_error.h"
#include "text/tokenizer.h"

namespace regard::text {
namespace {

constexpr uint32_t kLeaf = 1U << 31U;

/// A node of a double array: its label, and the offset that is XORed with its position to find its
/// children.
constexpr uint32_t unit(uint32_t label, uint32_t offset, bool has_value = false) {
  return label | offset << 10U | (has_value ? 1U << 8U : 0U);
}

/// Rules in a model's format: a trie and the texts that its values point to.
std::string map_of(const std::vector<uint32_t>& trie, const std::string& texts) {
  const auto bytes = [](const auto* first, size_t count) {
    return std::string(reinterpret_cast<const char*>(first), count * sizeof(*first));
  };
  const auto size = static_cast<uint32_t>(trie.size() * sizeof(uint32_t));
  return bytes(&size, 1) + bytes(trie.data(), trie.size()) + texts;
}

/// A single rule a -> b: the root's children are in the block at 256, those of 'a' at 512.
std::vector<uint32_t> one_rule() {
  std::vector<uint32_t> trie(768);
  trie[0] = unit(0, 256);
  trie[256 ^ 'a'] = unit('a', (256U ^ 'a') ^ 512U, true);
  trie[512] = kLeaf | 0;
  return trie;
}

const std::string kTexts("b\0", 2);

TEST(CharacterMap, MayBeMissing) { EXPECT_TRUE(is_sound_character_map("")); }

TEST(CharacterMap, OfOneRuleIsSound) {
  EXPECT_TRUE(is_sound_character_map(map_of(one_rule(), kTexts)));
}

TEST(CharacterMap, WithoutATrieOrTextsIsNotSound) {
  const auto whole = map_of(one_rule(), kTexts);
  for (size_t size = 1; size < whole.size(); ++size) {
    EXPECT_FALSE(is_sound_character_map(std::string_view(whole).substr(0, size))) << size;
  }
  EXPECT_FALSE(is_sound_character_map(map_of({}, kTexts)));
}

TEST(CharacterMap, ThatLeavesItsTrieIsNotSound) {
  auto trie = one_rule();
  trie[0] = unit(0, 768);
  EXPECT_FALSE(is_sound_character_map(map_of(trie, kTexts)));
  trie = one_rule();
  trie[256 ^ 'a'] = unit('a', 1024);
  EXPECT_FALSE(is_sound_character_map(map_of(trie, kTexts)));
}

TEST(CharacterMap, WhoseValueLeavesTheTextsIsNotSound) {
  auto trie = one_rule();
  trie[512] = kLeaf | 2;
  EXPECT_FALSE(is_sound_character_map(map_of(trie, kTexts)));
  EXPECT_FALSE(is_sound_character_map(map_of(one_rule(), "bc"))) << "a text has no end";
}

TEST(CharacterMap, ThatPutsAPageInPlaceOfALetterIsNotSound) {
  EXPECT_TRUE(is_sound_character_map(map_of(one_rule(), std::string(256, 'b') + '\0')));
  EXPECT_FALSE(is_sound_character_map(map_of(one_rule(), std::string(257, 'b') + '\0')));
}

// SentencePiece stores only 32 matches but counts the rest too.
TEST(CharacterMap, WithEndlessMatchesIsNotSound) {
  auto trie = one_rule();
  trie[512 ^ 'a'] = unit('a', 'a', true);  // its children are its own block
  EXPECT_FALSE(is_sound_character_map(map_of(trie, kTexts)));
  trie[512 ^ 'a'] = unit('a', 'a', false);
  EXPECT_TRUE(is_sound_character_map(map_of(trie, kTexts)));
}

Tokenizer tokenizer_of(config::Normalization normalization) {
  return train_tokenizer(
      {"the cat sees the dog", "le chat voit le chien"},
      {.type = config::TokenizerType::bpe, .vocab_size = 30, .normalization = normalization});
}

TEST(CharacterMap, OfSentencePieceIsSound) {
  for (const auto normalization :
       {config::Normalization::nmt_nfkc, config::Normalization::identity}) {
    EXPECT_TRUE(has_sound_character_maps(tokenizer_of(normalization).bytes()));
  }
}

// SentencePiece keeps only 32 bits of a tag, so it would use the rules hidden behind the others.
TEST(CharacterMap, ThatHidesBehindALongTagIsRefused) {
  const auto model = tokenizer_of(config::Normalization::identity).bytes();
  auto trie = one_rule();
  trie[0] = unit(0, 1 << 20);
  const auto map = map_of(trie, kTexts);
  const auto size = map.size() + 3;  // size of the specification
  const auto varint = [](size_t value) {
    return std::string{static_cast<char>((value & 0x7FU) | 0x80U), static_cast<char>(value >> 7U)};
  };
  const auto spec = varint(size) + "\x12" + varint(map.size()) + map;
  for (const std::string tag :
       {"\x1A", "\x9A\x80\x80\x80\x10", "\x9A\x80\x80\x80\x20", "\x2A", "\xAA\x80\x80\x80\x10"}) {
    const auto error = test::thrown_error([&] { Tokenizer::from_bytes(model + tag + spec, "m"); });
    EXPECT_EQ(error.problem(), "is not a SentencePiece model") << testing::PrintToString(tag);
  }
}

TEST(CharacterMap, LargerThanAnyRulesAreIsRefused) {
  auto trie = one_rule();
  trie.resize(limits::kRuleTrieBytes / sizeof(uint32_t));
  EXPECT_TRUE(is_sound_character_map(map_of(trie, kTexts)));
  trie.resize(trie.size() + 1);
  EXPECT_FALSE(is_sound_character_map(map_of(trie, kTexts)));
}

TEST(CharacterMap, OfADamagedModelIsRefusedOrHarmless) {
  const auto model = tokenizer_of(config::Normalization::nmt_nfkc).bytes();
  size_t begin = 0;  // start of the rules in the model
  for_each_field(model, [&](const ProtoField& outer) {
    if (outer.id != 3) return;
    for_each_field(outer.bytes, [&](const ProtoField& inner) {
      if (inner.id == 2) begin = static_cast<size_t>(inner.bytes.data() - model.data());
    });
  });
  ASSERT_GT(begin, 0U);
  std::mt19937 random(7);
  int refused = 0;
  for (int trial = 0; trial < 40; ++trial) {
    auto damaged = model;
    for (int change = 0; change < 50; ++change) {
      damaged[begin + random() % 200'000] = static_cast<char>(random());
    }
    try {
      const auto tokenizer = Tokenizer::from_bytes(damaged, "damaged");
      for (const char* line : {"the cat", "Ａﬁ①½é", "ﷺ\u0301\u3000x"}) tokenizer.encode(line);
    } catch (const Error& error) {
      EXPECT_EQ(error.problem(), "is not a SentencePiece model");
      ++refused;
    }
  }
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace regard::text
