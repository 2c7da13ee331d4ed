#include "text/byte_pieces.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace regard::text {
namespace {

/// Whether a piece is rare, found by a search through the whole vocabulary.
bool is_rare_by_search(const Tokenizer& tokenizer, std::string_view piece) {
  const size_t length = first_code_point(piece).length;
  if (length < 2 || length != piece.size() || piece == kWordMark) return false;
  if (tokenizer.id("<0x00>") == kUnk) return false;
  for (int64_t id = 0; id < tokenizer.size(); ++id) {
    const auto& other = tokenizer.piece(id);
    if (other.size() > piece.size() && other.find(piece) != std::string::npos) return false;
  }
  return true;
}

Tokenizer tokenizer_of(bool byte_fallback) {
  std::vector<std::string> lines;
  for (int line = 0; line < 20; ++line) lines.emplace_back("l'été, la forêt était belle");
  lines.emplace_back("œ ŝ é");
  config::TokenizerOptions options{.byte_fallback = byte_fallback};
  options.vocab_size = byte_fallback ? 279 : 22;
  return train_tokenizer(lines, options);
}

TEST(BytePieces, AreRareIfNoLongerPieceHasThem) {
  const auto tokenizer = tokenizer_of(true);
  size_t rare = 0;
  for (int64_t id = 0; id < tokenizer.size(); ++id) {
    const auto& piece = tokenizer.piece(id);
    EXPECT_EQ(is_rare_piece(tokenizer, piece), is_rare_by_search(tokenizer, piece)) << piece;
    rare += is_rare_piece(tokenizer, piece) ? 1 : 0;
  }
  EXPECT_GT(rare, 0U);
  EXPECT_TRUE(is_rare_piece(tokenizer, "\u015D"));
  EXPECT_TRUE(is_rare_piece(tokenizer, "\u6F22")) << "not in the vocabulary at all";
  EXPECT_FALSE(is_rare_piece(tokenizer, "\u00E9"));
  EXPECT_FALSE(is_rare_piece(tokenizer, "q")) << "ASCII";
}

TEST(BytePieces, AreNotRareInAVocabularyWithoutBytes) {
  const auto tokenizer = tokenizer_of(false);
  EXPECT_FALSE(is_rare_piece(tokenizer, "\u015D"));
}

}  // namespace
}  // namespace regard::text
