#include "translate/word_alignment.h"

#include <gtest/gtest.h>

namespace regard::translate {
namespace {

using Pieces = std::vector<std::string>;

const Pieces kSource = {"▁the", "▁hou", "se", "</s>"};
const Pieces kTarget = {"▁la", "▁mai", "son", "</s>"};

TEST(WordAlignment, KnowsWhichWordAPieceBelongsTo) {
  EXPECT_EQ(words_of(kSource), (std::vector<int64_t>{0, 1, 1, -1}));
  EXPECT_EQ(words_of({"the", "re", "▁it", "▁", "是"}), (std::vector<int64_t>{0, 0, 1, 2, 2}));
  EXPECT_EQ(words_of({"▁the", "<unk>", "▁it"}), (std::vector<int64_t>{0, 1, 2}));
  EXPECT_EQ(words_of({}), std::vector<int64_t>{});
}

TEST(WordAlignment, EndsWordsAtMarksOnRequest) {
  EXPECT_EQ(words_of({"▁l", "'", "eau", ".", "</s>"}, WordEnds::at_marks),
            (std::vector<int64_t>{0, 1, 2, 3, -1}));
  EXPECT_EQ(words_of({"▁", "gr", "and", "-", "m\u00E8re", "..."}, WordEnds::at_marks),
            (std::vector<int64_t>{0, 0, 0, 1, 2, 3}));
  EXPECT_EQ(words_of({"▁don", "'t", "▁(", "go"}, WordEnds::at_marks),
            (std::vector<int64_t>{0, 1, 2, 3}));
}

TEST(WordAlignment, AddsUpWhatThePiecesAttendTo) {
  const Weights attention = {{0.5F, 0.25F, 0.25F, 0.0F},
                             {0.1F, 0.3F, 0.1F, 0.5F},  // half of the weight is on eos
                             {0.1F, 0.2F, 0.2F, 0.5F},
                             {0.0F, 0.0F, 0.0F, 1.0F}};
  const auto words = attention_of_words(attention, kSource, kTarget);
  ASSERT_EQ(words.size(), 2);
  EXPECT_FLOAT_EQ(words[0][0], 0.5F);
  EXPECT_FLOAT_EQ(words[0][1], 0.5F);
  EXPECT_FLOAT_EQ(words[1][0], 0.2F);
  EXPECT_FLOAT_EQ(words[1][1], 0.8F);
}

TEST(WordAlignment, IsWrittenAsPharaohHasItBySourceThenTarget) {
  EXPECT_EQ(to_pharaoh(hard_alignment({{0.1F, 0.9F}, {0.8F, 0.2F}, {0.3F, 0.7F}})), "0-1 1-0 1-2");
  EXPECT_EQ(to_pharaoh(hard_alignment({})), "");
}

TEST(WordAlignment, IsWrittenSoftAsMarianHasIt) {
  EXPECT_EQ(to_soft_alignment({{0.25F, 0.75F}, {1.0F, 0.0F}}), "0.25,0.75 1,0");
}

}  // namespace
}  // namespace regard::translate
