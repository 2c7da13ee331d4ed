#include "markup/text_atoms.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

using Places = std::vector<size_t>;

TranslatedText attending(const std::string& text, std::vector<std::string> source_words,
                         std::vector<std::string> target_words, const Places& source_of) {
  TranslatedText translation = {.text = text};
  translation.source_words = std::move(source_words);
  translation.target_words = std::move(target_words);
  for (const size_t source : source_of) {
    translation.attention.emplace_back(translation.source_words.size(), 0.0F).at(source) = 1.0F;
  }
  return translation;
}

TEST(AlignedAtoms, FollowTheAttentionOfWords) {
  const auto translation = attending("voiture rouge", {"red", "car"}, {"voiture", "rouge"}, {1, 0});
  EXPECT_EQ(align_atoms("red car", translation, {}).source_of, (Places{1, 0}));
}

TEST(AlignedAtoms, AlignPunctuationWithTheSamePunctuation) {
  const auto glued = attending("Bonjour, toi!", {"Hello,", "you!"}, {"Bonjour,", "toi!"}, {0, 1});
  EXPECT_EQ(align_atoms("Hello, you!", glued, {}).source_of, (Places{0, 1, 2, 3}));
  const auto apart = attending("Toi !", {"You!"}, {"Toi", "!"}, {0, 0});
  EXPECT_EQ(align_atoms("You!", apart, {}).source_of, (Places{0, 1}));
  const auto other = attending("a ; b", {"a,", "b"}, {"a", ";", "b"}, {0, 0, 1});
  EXPECT_EQ(align_atoms("a, b", other, {}).source_of, (Places{0, kNoIndex, 2}));
  const auto far = attending("a b .", {"a", "b."}, {"a", "b", "."}, {0, 1, 0});
  EXPECT_EQ(align_atoms("a b.", far, {}).source_of, (Places{0, 1, 2})) << "both have one";
}

TEST(AlignedAtoms, ShareTheLettersOfAWordInOrder) {
  const auto translation = attending("the man", {"l'homme"}, {"the", "man"}, {0, 0});
  EXPECT_EQ(align_atoms("l'homme", translation, {}).source_of, (Places{0, 2}));
}

TEST(AlignedAtoms, ShowWhichWordsAttendToAWordALittle) {
  TranslatedText translation = {.text = "x y",
                                .source_words = {"a", "b", "c"},
                                .target_words = {"x", "y"},
                                .attention = {{0.9F, 0.05F, 0.05F}, {0.0F, 0.4F, 0.6F}}};
  const auto atoms = align_atoms("a b c", translation, {});
  EXPECT_EQ(atoms.source_of, (Places{0, 2}));
  EXPECT_EQ(atoms.nearest_target, (Places{0, 1, 1}));
}

TEST(AlignedAtoms, AreCutWhereTagsAre) {
  const auto same = align_atoms("H2O a", {.text = "H2O b"}, {1, 2});
  EXPECT_EQ(same.source.size(), 4U);
  EXPECT_EQ(same.target.size(), 4U);
  EXPECT_EQ(same.source_of, (Places{0, 1, 2, 3}));
  const auto other = align_atoms("Hello a", {.text = "Salut a"}, {1});
  EXPECT_EQ(other.source.size(), 3U);
  EXPECT_EQ(other.source_of, (Places{1, 2})) << "the longest part";
}

TEST(AlignedAtoms, GoByPositionWithoutAttention) {
  EXPECT_EQ(align_atoms("a b c", {.text = "x y z"}, {}).source_of, (Places{0, 1, 2}));
  EXPECT_EQ(align_atoms("a b c.", {.text = "x y z."}, {}).source_of, (Places{0, 1, 2, 3}));
  EXPECT_EQ(align_atoms("a b", {.text = "w x y z"}, {}).source_of, (Places{0, 0, 1, 1}));
  EXPECT_EQ(align_atoms("", {.text = "a"}, {}).source_of, (Places{kNoIndex}));
}

}  // namespace
}  // namespace regard::serve
