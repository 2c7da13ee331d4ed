#include "text/vocabulary_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "support/base/thrown_error.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::text {
namespace {

using test::thrown_error;
using Ids = std::vector<int64_t>;

/// A list numbered like Marian's, but with the end of sentence in the middle and without a pad.
VocabularyList small_list() {
  return {.pieces = {"<unk>", "▁cat", "</s>", ">>fra<<", "▁chat", "<s>"},
          .unk = 0,
          .bos = VocabularyList::kNone,
          .eos = 2};
}

Tokenizer words() {
  return train_tokenizer({"a cat a dog"}, {.type = config::TokenizerType::word});
}

Tokenizer listed() { return Tokenizer::with_list(words().bytes(), small_list(), "list"); }

TEST(VocabularyList, NumbersSpecialTokensFirstAndTheOthersInItsOrder) {
  EXPECT_EQ(small_list().places(), (Ids{-1, 0, -1, 2, 1, 3, 4, 5}));
  EXPECT_EQ(small_list().ids(), (Ids{kUnk, 4, kEos, 5, 6, 7}));
}

TEST(VocabularyList, TravelsInsideTheModel) {
  const auto model = words().bytes();
  const auto both = small_list().attach_to(model);
  EXPECT_EQ(VocabularyList::of_model(both, "model"), small_list());
  EXPECT_EQ(without_list(both), model);
  EXPECT_EQ(VocabularyList::of_model(model, "model"), std::nullopt);
  EXPECT_EQ(without_list(model), model);
  EXPECT_EQ(small_list().attach_to(both), both);
}

TEST(VocabularyList, IsRefusedIfItIsWrong) {
  const auto message = [](VocabularyList list) {
    return std::string(thrown_error([&] { check(list, "list"); }).problem());
  };
  auto list = small_list();
  list.pieces[1] = "▁chat";
  EXPECT_EQ(message(list), "has the subword ▁chat twice");
  list = small_list();
  list.pad = 6;
  EXPECT_EQ(message(list), "has a special token at 6, which is not one of its 6 subwords");
  list.pad = 2;
  EXPECT_EQ(message(list), "has a special token at 2, which is already another special token");
  list = small_list();
  list.eos = VocabularyList::kNone;
  EXPECT_EQ(message(list), "lacks an unknown token or an end-of-sentence token");
}

TEST(VocabularyList, CausesAnErrorThatNamesTheModelIfItIsDamaged) {
  auto model = small_list().attach_to(words().bytes());
  model.replace(model.rfind("pieces"), 6, "pieceS");
  const auto error = thrown_error([&] { Tokenizer::from_bytes(model, "some.model"); });
  EXPECT_EQ(error.where(), "some.model");
}

/// A model with a list that `regard import` would not write.
std::string with_content(const std::string& content) {
  std::string field = "\xC2\x0C";  // the tag of field 200
  for (auto size = content.size();; size >>= 7U) {
    const bool goes_on = size >= 0x80U;
    field.push_back(static_cast<char>((size & 0x7FU) | (goes_on ? 0x80U : 0U)));
    if (!goes_on) break;
  }
  return words().bytes() + field + content;
}

TEST(VocabularyList, HasBounds) {
  const std::string deep(1'000'000, '[');
  const auto many = [] {
    std::string text = R"({"pieces":[)";
    for (size_t value = 0; value <= limits::kJsonValues; ++value) text += "0,";
    return text;
  };
  for (const auto& content : {deep, R"({"pieces":[[],[)" + deep, many()}) {
    const auto error =
        thrown_error([&] { Tokenizer::from_bytes(with_content(content), "some.model"); });
    EXPECT_EQ(
        std::string(error.problem()).find("contains a vocabulary with more than 1000000 values"),
        0U)
        << error.problem();
  }
}

TEST(ListedTokenizer, GivesTheIdsOfTheList) {
  const auto tokenizer = listed();
  EXPECT_EQ(tokenizer.size(), 8);
  EXPECT_EQ(tokenizer.encode("cat dog"), (Ids{4, kUnk}));
  EXPECT_EQ(tokenizer.id("▁chat"), 6);
  EXPECT_EQ(tokenizer.id("▁dog"), kUnk);
  EXPECT_EQ(tokenizer.piece(6), "▁chat");
  EXPECT_EQ(tokenizer.piece(kEos), "</s>");
  EXPECT_EQ(tokenizer.piece(kPad), "<pad>");
}

TEST(ListedTokenizer, WritesPiecesThatItsModelLacks) {
  EXPECT_EQ(listed().decode(Ids{6, 4, kEos}), "chat cat");
  EXPECT_EQ(listed().decode(Ids{4, kUnk, kEos}), "cat ⁇");
}

TEST(ListedTokenizer, ReadsTheLanguageAtTheBeginningOfALine) {
  EXPECT_EQ(listed().encode(">>fra<< cat"), (Ids{5, 4}));
  EXPECT_EQ(listed().encode(">>deu<< cat").front(), kUnk);
  EXPECT_EQ(listed().encode_as_pieces(">>fra<< a cat"),
            (std::vector<std::string>{">>fra<<", "▁a", "▁cat"}));
}

TEST(ListedTokenizer, NeverReadsASpecialTokenFromText) {
  for (const int64_t id : listed().encode("<pad> <s> </s> cat")) {
    EXPECT_TRUE(id > kEos || id == kUnk) << id;
  }
}

TEST(ListedTokenizer, DiffersFromTheTokenizerOfItsModelAlone) {
  EXPECT_NE(listed().hash(), words().hash());
  EXPECT_EQ(Tokenizer::from_bytes(listed().bytes(), "copy").encode("cat"), Ids{4});
}

}  // namespace
}  // namespace regard::text
