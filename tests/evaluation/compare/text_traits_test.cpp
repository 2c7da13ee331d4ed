#include "compare/text_traits.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

using Lines = std::vector<std::string>;

TEST(TextTraits, OfTheReferenceItselfArePerfect) {
  const Lines references = {"L'été est là.", "Où ça ?"};
  const auto traits = text_traits(references, references, {});
  EXPECT_EQ(traits.length_ratio, 1.0);
  EXPECT_EQ(traits.punctuation_f1, 1.0);
  EXPECT_EQ(traits.end_mark_accuracy, 1.0);
  EXPECT_EQ(traits.accented_recall, 1.0);
  EXPECT_EQ(traits.wrong_accents, 0);
  EXPECT_EQ(traits.repetition_rate, 0.0);
  EXPECT_EQ(traits.copy_rate, 0.0);
  EXPECT_EQ(traits.words_per_sentence, 4.0);  // l' été est là . | où ça ?
  EXPECT_EQ(traits.distinct_words, 8);
}

TEST(TextTraits, KnowTooLongTooShortAndEmpty) {
  const Lines references(3, "a b c d");
  const auto traits = text_traits({"a b c d e f", "a b c", ""}, references, {});
  EXPECT_DOUBLE_EQ(traits.length_ratio, 9.0 / 12.0);
  EXPECT_DOUBLE_EQ(traits.longer_sentences, 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(traits.shorter_sentences, 2.0 / 3.0);
  EXPECT_EQ(traits.empty_sentences, 1);
}

TEST(TextTraits, CountWordsOfASecondCopy) {
  // One repeated "la", then two repeated "de la"; three dots are not a repetition.
  const auto traits =
      text_traits({"la la mer ...", "de la de la de la mer"}, {"la la mer", "de la mer"}, {});
  EXPECT_DOUBLE_EQ(traits.repetition_rate, (1.0 + 4.0) / (6.0 + 7.0));
  EXPECT_EQ(traits.repeating_sentences, 1);  // the first reference also has the repetition
}

TEST(TextTraits, KnowCopiesOfTheSource) {
  const Lines sources = {"the old house burns", "a cat"};
  const auto traits = text_traits({"the old house burns", "a cat"}, sources, sources);
  EXPECT_DOUBLE_EQ(traits.copy_rate,
                   1.0);                  // house and burns; the other words are too short to count
  EXPECT_EQ(traits.copied_sentences, 1);  // the second one is too short to count
  EXPECT_DOUBLE_EQ(text_traits({"le old maison burns", "le chat"}, sources, sources).copy_rate,
                   1.0 / 3.0);
}

TEST(TextTraits, JudgePunctuation) {
  const auto traits = text_traits({"oui , non !", "oui ."}, {"oui , non .", "oui"}, {});
  EXPECT_DOUBLE_EQ(traits.punctuation_f1, 2.0 * 1.0 / (3.0 + 2.0));  // only the comma is right
  EXPECT_EQ(traits.end_mark_accuracy, 0.0);
}

TEST(TextTraits, JudgeAccents) {
  // pêche and été are expected; peche and eté have wrong accents, and mur is a different word.
  const auto traits = text_traits({"la peche eté mur"}, {"la pêche été mûre"}, {});
  EXPECT_EQ(traits.accented_recall, 0.0);
  EXPECT_EQ(traits.wrong_accents, 2);
  EXPECT_DOUBLE_EQ(text_traits({"la pêche ete"}, {"la pêche été"}, {}).accented_recall, 0.5);
}

}  // namespace
}  // namespace regard::compare
