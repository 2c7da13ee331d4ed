#include "text/tokenizer.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "text/tokenizer_pair.h"

namespace regard::text {
namespace {

using test::TemporaryFolder;
using test::thrown_error;
using Ids = std::vector<int64_t>;
using Strings = std::vector<std::string>;

const Strings kLines = {"the cat sees the dog", "the dog sees the cat", "le chat voit le chien"};

const Tokenizer& tokenizer() {
  static const Tokenizer kTokenizer =
      train_tokenizer(kLines, {.type = config::TokenizerType::bpe, .vocab_size = 30});
  return kTokenizer;
}

// The model with a piece renamed to a name of equal length. This gives a model with different
// special tokens, as other programs create them.
std::string renamed(std::string model, const std::string& piece, const std::string& name) {
  for (size_t at = model.find(piece); at != std::string::npos; at = model.find(piece, at)) {
    model.replace(at, piece.size(), name);
  }
  return model;
}

TEST(Tokenizer, IsMovedWithoutACopy) {
  static_assert(std::is_nothrow_move_constructible_v<Tokenizer>);
  static_assert(std::is_nothrow_move_assignable_v<Tokenizer>);
  Tokenizer source = tokenizer();
  const Tokenizer moved = std::move(source);
  EXPECT_EQ(moved.hash(), tokenizer().hash());
}

TEST(Tokenizer, IsSavedAndLoaded) {
  const TemporaryFolder folder;
  tokenizer().save(folder / "a.model");
  const auto loaded = Tokenizer::load(folder / "a.model");
  EXPECT_EQ(folder.read("a.model"), tokenizer().bytes());
  EXPECT_EQ(loaded.hash(), tokenizer().hash());
  EXPECT_EQ(loaded.encode(kLines[0]), tokenizer().encode(kLines[0]));
}

TEST(Tokenizer, HasTheSha256OfItsFileAsHash) {
  EXPECT_EQ(tokenizer().hash(), sha256(tokenizer().bytes()));
}

TEST(Tokenizer, GivesIdsOfItsPieces) {
  const auto pieces = tokenizer().encode_as_pieces(kLines[2]);
  const auto ids = tokenizer().encode(kLines[2]);
  ASSERT_EQ(ids.size(), pieces.size());
  std::string joined;
  for (size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(tokenizer().piece(ids[i]), pieces[i]);
    EXPECT_EQ(tokenizer().id(pieces[i]), ids[i]);
    joined += pieces[i];
  }
  EXPECT_EQ(joined, "▁le▁chat▁voit▁le▁chien");
  EXPECT_EQ(tokenizer().decode_pieces(pieces), kLines[2]);
}

TEST(Tokenizer, AddsNeitherBeginNorEnd) {
  for (const int64_t id : tokenizer().encode(kLines[0])) EXPECT_GT(id, kEos);
  EXPECT_EQ(tokenizer().encode(""), Ids{});
  EXPECT_EQ(tokenizer().encode("  "), Ids{});
}

TEST(Tokenizer, LeavesSpecialTokensOutOfTheText) {
  Ids ids = {kBos};
  for (const int64_t id : tokenizer().encode(kLines[0])) ids.push_back(id);
  ids.insert(ids.end(), {kEos, kPad, kPad});
  EXPECT_EQ(tokenizer().decode(ids), kLines[0]);
  EXPECT_EQ(tokenizer().decode(Ids{}), "");
}

TEST(Tokenizer, ShowsUnknownTokens) {
  const auto ids =
      tokenizer().encode("the 漢 cat");  // one space from the text, two from the unknown mark
  EXPECT_EQ(tokenizer().decode(ids), "the  \u2047  cat");
  EXPECT_EQ(tokenizer().id("no such piece"), kUnk);
}

TEST(Tokenizer, ReadsTheNamesOfSpecialTokensAsText) {
  for (const int64_t id : tokenizer().encode("the </s> <pad> <s> cat")) {
    EXPECT_NE(id, kEos);
    EXPECT_NE(id, kPad);
    EXPECT_NE(id, kBos);
  }
}

TEST(Tokenizer, RefusesIdsThatItDoesNotHave) {
  for (const int64_t id : {int64_t{-1}, tokenizer().size(), int64_t{1} << 40}) {
    const auto error = thrown_error([&] { tokenizer().decode(Ids{5, id}); });
    EXPECT_NE(std::string(error.problem()).find("whose ids are 0 to 29"), std::string::npos);
    thrown_error([&] { tokenizer().piece(id); });
  }
}

TEST(Tokenizer, ReadsZeroBytesAndBrokenUtf8WithoutHarm) {
  EXPECT_FALSE(tokenizer().encode({"the\0cat", 7}).empty());
  EXPECT_FALSE(tokenizer().encode("the \xE9 cat").empty());
}

TEST(Tokenizer, RefusesFilesThatAreNotModels) {
  const TemporaryFolder folder;
  const std::string half = tokenizer().bytes().substr(0, tokenizer().bytes().size() / 2);
  for (const std::string& bytes : {std::string(), std::string("not a model\n"), half}) {
    const auto path = folder.write("wrong.model", bytes);
    const auto error = thrown_error([&] { Tokenizer::load(path); });
    EXPECT_EQ(error.problem(), "is not a SentencePiece model");
    EXPECT_EQ(error.where(), path);
  }
  thrown_error([&] { Tokenizer::load(folder / "missing.model"); });
}

// SentencePiece throws its own exception here.
TEST(Tokenizer, RefusesAModelWithAZeroByteForAPiece) {
  auto model =
      train_tokenizer(kLines, {.type = config::TokenizerType::unigram, .vocab_size = 20}).bytes();
  model += std::string("\x0A\x08\x0A\x01\x00\x15\x00\x00\x00\x00", 10);  // with score 0
  const auto error = thrown_error([&] { Tokenizer::from_bytes(model, "damaged"); });
  EXPECT_EQ(error.problem(), "is not a SentencePiece model");
}

TEST(Tokenizer, RefusesAModelWithDifferentSpecialTokens) {
  for (const auto& [piece, name] :
       {std::pair{"<pad>", "[PAD]"}, {"</s>", "<e/>"}, {"<s>", "<b>"}}) {
    const auto model = renamed(tokenizer().bytes(), piece, name);
    const auto error = thrown_error([&] { Tokenizer::from_bytes(model, "other.model"); });
    EXPECT_NE(std::string(error.problem()).find("but regard needs 0, 1, 2, 3"), std::string::npos);
    EXPECT_EQ(error.where(), "other.model");
  }
}

// SentencePiece takes quadratic time for a run of unknown characters: minutes for this word.
TEST(Tokenizer, ReadsAWordThatIsLongerThanAnyInParts) {
  std::string word;
  for (size_t i = 0; i < 400'000; ++i) word += "\u732B";
  const auto ids = tokenizer().encode("the " + word + " dog");
  const auto before = tokenizer().encode("the"), behind = tokenizer().encode("dog");
  ASSERT_GT(ids.size(), before.size() + behind.size());
  EXPECT_EQ(Ids(ids.begin(), ids.begin() + std::ssize(before)), before);
  EXPECT_EQ(Ids(ids.end() - std::ssize(behind), ids.end()), behind);
  EXPECT_LT(ids.size(), word.size() / 400);
  EXPECT_EQ(tokenizer().encode_as_pieces("the " + word + " dog").size(), ids.size());
}

}  // namespace
}  // namespace regard::text
