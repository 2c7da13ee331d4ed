#include "base/readable.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

TEST(EditDistance, CountsLettersToChange) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("beam", ""), 4U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("saturday", "sunday"), 3U);
}

TEST(EditDistance, CountsSwappedNeighboursOnce) {
  EXPECT_EQ(edit_distance("trian", "train"), 1U);
  EXPECT_EQ(edit_distance("ca", "abc"),
            3U);  // optimal string alignment; 2 if a swapped pair could be edited again
}

TEST(EditDistance, IsSymmetric) {
  for (const auto& [a, b] : {std::pair{"ab", "ba"}, {"beam", "bema_size"}, {"abc", "cab"}}) {
    EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
  }
}

const std::vector<std::string> kKeys = {"beam_size", "length_penalty", "batch_size"};

TEST(Nearest, FindsWhatWasMeant) {
  EXPECT_EQ(nearest("beamsize", kKeys), "beam_size");
  EXPECT_EQ(nearest("lenght_penalty", kKeys), "length_penalty");
  EXPECT_EQ(did_you_mean("bacth_size", kKeys), "did you mean 'batch_size'?");
}

TEST(Nearest, FindsAWordByItsBeginning) {
  const std::vector<std::string> options = {"--batch-size", "--beam-size", "--help"};
  EXPECT_EQ(nearest("--bem", options), "--beam-size");
  EXPECT_EQ(nearest("--bea", options), "--beam-size");
  EXPECT_EQ(nearest("--be", options), std::nullopt);
  EXPECT_EQ(nearest("length", kKeys), "length_penalty");
}

TEST(Nearest, FindsNothingForAnotherWord) {
  EXPECT_EQ(nearest("dropout", kKeys), std::nullopt);
  EXPECT_EQ(nearest("", kKeys), std::nullopt);
  EXPECT_EQ(nearest("x", {"a", "b"}), std::nullopt);
  EXPECT_EQ(did_you_mean("dropout", kKeys), "");
}

TEST(Nearest, LongWordsAreNotCompared) {
  const std::string word(50'000'000, 'x');
  EXPECT_EQ(nearest(word, {word + "y"}), std::nullopt);
  EXPECT_EQ(nearest("x", {word}), std::nullopt);
}

}  // namespace
}  // namespace regard
