#include "store/marian_shortlist.h"

#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "store/marian_vocabulary.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/golden.h"
#include "support/marian_files.h"

namespace regard::interop {
namespace {

using Lists = std::vector<std::vector<int64_t>>;
using Tokens = std::vector<int32_t>;
using test::marian_shortlist, test::thrown_error;

TEST(MarianShortlist, HasTheListOfEachSourcePiece) {
  const auto list = parse_marian_shortlist(marian_shortlist(2, {{}, {7, 3}, {5}}), "lex.bin");
  EXPECT_EQ(list.first, 2);
  EXPECT_EQ(list.of_source, (Lists{{}, {7, 3}, {5}}));
}

TEST(MarianShortlist, MayBeOneThatMarianWrote) {
  const auto path = test::source_folder() / "tests/golden/marian/lex.s2t.bin";
  const auto list = parse_marian_shortlist(test::content_of(path), path);
  EXPECT_EQ(list.first, 4);
  Lists expected(29);
  expected[2] = {3}, expected[4] = {12, 19}, expected[7] = {6}, expected[8] = {9};
  expected[10] = {20, 22};
  EXPECT_EQ(list.of_source, expected);
}

TEST(MarianShortlist, IsRefusedIfItIsCutOrDamaged) {
  const auto bytes = marian_shortlist(2, {{1}, {2, 3}});
  const auto problem = [](const std::string& damaged) {
    return thrown_error([&] { parse_marian_shortlist(damaged, "lex.bin"); }).problem();
  };
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(problem(bytes.substr(0, size)).empty()) << size;
  }
  auto decreasing = bytes;
  constexpr size_t kSecondOffset = 56;
  decreasing[kSecondOffset] = 9;
  EXPECT_EQ(problem(decreasing), "is damaged: its checksum differs from the one in its header");
  EXPECT_EQ(problem(test::with_checksum(decreasing)), "is damaged");
  auto large = bytes;
  constexpr size_t kFirst = 16;
  large[kFirst + 7] = 1;
  EXPECT_EQ(problem(test::with_checksum(large)), "is damaged");
  EXPECT_EQ(problem("a le 0.5\nb la 0.25\n"), "is not a binary Marian shortlist");
}

class MarianShortlistOf : public testing::Test {
 protected:
  text::Shortlist read(uint64_t first, std::vector<std::vector<uint32_t>> of_source,
                       VocabularyFiles vocabularies = VocabularyFiles::one) const {
    of_source.resize(list_.pieces.size());
    return read_marian_shortlist(folder_.write("lex.bin", marian_shortlist(first, of_source)),
                                 tokenizers_, vocabularies);
  }
  /// regard's ids of the pieces with these Marian ids, plus the special tokens, in ascending order.
  Tokens ids_of(const std::vector<int64_t>& numbers) const {
    const auto ids = list_.ids();
    Tokens tokens = {0, 1, 2, 3};
    for (const int64_t number : numbers) {
      tokens.push_back(static_cast<int32_t>(ids[static_cast<size_t>(number)]));
    }
    std::ranges::sort(tokens);
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    return tokens;
  }
  int64_t id_of(int64_t number) const { return list_.ids()[static_cast<size_t>(number)]; }
  text::Tokenizer tokenizer() const {
    return text::Tokenizer::with_list(read_file(model_ + "/source.spm"), list_, "source.spm");
  }

  std::string model_ = test::source_folder() / "tests/golden/marian/post";
  text::VocabularyList list_ = read_marian_vocabulary(model_ + "/vocab.yml");
  text::TokenizerPair tokenizers_{tokenizer(), tokenizer(), text::Preprocess::none};
  test::TemporaryFolder folder_;
};

TEST_F(MarianShortlistOf, OneVocabularyAllowsTheFirstPiecesThoseOfTheSourceAndTheSourceItself) {
  const auto list = read(3, {{}, {}, {}, {}, {}, {9, 20}, {11}});
  const std::vector<int64_t> source = {id_of(5), id_of(7)};
  EXPECT_EQ(list.tokens_for(source), ids_of({0, 1, 2, 3, 5, 7, 9, 20}))
      << "3 makes them a multiple of 8, as in Marian";
  EXPECT_EQ(list.tokenizer_hash(), tokenizers_.hash());
  EXPECT_EQ(list.target_vocab(), tokenizers_.target().size());
}

TEST_F(MarianShortlistOf, TwoFilesDoesNotAllowTheSourceItself) {
  std::vector<std::vector<uint32_t>> of_source(16);
  of_source[15] = {9, 20};
  const auto list = read(3, of_source, VocabularyFiles::two);
  const std::vector<int64_t> source = {id_of(15), id_of(17)};
  EXPECT_EQ(list.tokens_for(source), ids_of({0, 1, 2, 3, 4, 5, 9, 20}))
      << "3 to 5 make them a multiple of 8";
}

TEST_F(MarianShortlistOf, OtherVocabulariesIsRefused) {
  EXPECT_EQ(thrown_error([&] { read(3, {{400}}); }).problem(),
            "belongs to a different vocabulary of the target language");
  EXPECT_EQ(thrown_error([&] {
              read_marian_shortlist(folder_.write("lex.bin", marian_shortlist(1, {{}, {}})),
                                    tokenizers_, VocabularyFiles::one);
            }).problem(),
            "belongs to a different vocabulary of the source language");
}

}  // namespace
}  // namespace regard::interop
