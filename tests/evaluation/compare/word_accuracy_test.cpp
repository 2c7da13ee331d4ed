#include "compare/word_accuracy.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

TEST(WordAccuracy, CountsMatchesOfASentenceByFrequencyInTraining) {
  WordCounts frequencies;
  frequencies.add("le le le chat");
  // Matches in another sentence do not count, nor do more matches than the reference has.
  const auto accuracy = word_accuracy(
      frequencies, {{"le le chat", "le chien"}, {"Le chat", "un zèbre"}}, {"le chat", "le zèbre"});
  EXPECT_EQ(accuracy.training_words, 4);
  const auto& unseen = accuracy.buckets[0];
  const auto& once = accuracy.buckets[1];
  const auto& few = accuracy.buckets[2];
  EXPECT_EQ(unseen.name, "unseen");
  EXPECT_EQ(unseen.reference_words, 1);     // zèbre
  EXPECT_EQ(unseen.systems[0].written, 1);  // chien
  EXPECT_EQ(unseen.systems[0].matches, 0);
  EXPECT_EQ(unseen.systems[0].f1, 0.0);
  EXPECT_EQ(unseen.systems[1].written, 2);
  EXPECT_DOUBLE_EQ(unseen.systems[1].precision, 0.5);
  EXPECT_DOUBLE_EQ(unseen.systems[1].recall, 1.0);
  EXPECT_DOUBLE_EQ(unseen.systems[1].f1, 2.0 / 3.0);
  EXPECT_EQ(once.systems[0].f1, 1.0);  // chat
  EXPECT_EQ(few.reference_words, 2);   // le
  EXPECT_EQ(few.systems[0].written, 3);
  EXPECT_EQ(few.systems[0].matches, 2);
  EXPECT_DOUBLE_EQ(few.systems[0].f1, 2.0 * (2.0 / 3.0) / (2.0 / 3.0 + 1.0));
  EXPECT_EQ(few.systems[1].matches, 1);
}

}  // namespace
}  // namespace regard::compare
