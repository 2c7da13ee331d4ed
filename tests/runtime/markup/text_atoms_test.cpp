#include "markup/text_atoms.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

std::string cut_into_atoms(std::string_view text) {
  std::string pieces;
  for (const auto& atom : atoms_of(text)) {
    pieces +=
        (pieces.empty() ? "" : "|") + std::string(text.substr(atom.begin, atom.end - atom.begin));
  }
  return pieces;
}

std::vector<size_t> words_in(std::string_view text, const std::vector<std::string>& words) {
  return words_of_atoms(text, atoms_of(text), words);
}

using Words = std::vector<size_t>;

TEST(TextAtoms, AreWordsAndSinglePunctuation) {
  EXPECT_EQ(cut_into_atoms("L'été, c\u0301a... 3.5 km!"), "L|'|été|,|c\u0301a|.|.|.|3|.|5|km|!");
  EXPECT_EQ(cut_into_atoms(" \t\n"), "");
  EXPECT_EQ(cut_into_atoms("«\u00A0a\u202F»"), "«|a|»");
  EXPECT_TRUE(atoms_of("a")[0].is_word);
  EXPECT_FALSE(atoms_of(",")[0].is_word);
}

TEST(TextAtoms, KeepAPictureWhole) {
  EXPECT_EQ(cut_into_atoms("a❤️👩\u200D🚀b"), "a|❤️👩\u200D🚀|b");
}

TEST(TextAtoms, AcceptBytesThatAreNotUtf8) { EXPECT_EQ(atoms_of("a\xFF\xC3").size(), 2U); }

TEST(WordsOfAtoms, AreFoundInOrder) {
  EXPECT_EQ(words_in("a b, a.", {"a", "b,", "a."}), (Words{0, 1, 1, 2, 2}));
  EXPECT_EQ(words_in("a b, a.", {"a", "b", ",", "a", "."}), (Words{0, 1, 2, 3, 4}));
  EXPECT_EQ(words_in("", {"a"}), Words());
}

TEST(WordsOfAtoms, ShareTextThatATokenizerHasChanged) {
  EXPECT_EQ(words_in("one two three", {"one", "TWO", "three"}), (Words{0, 1, 2}));
  EXPECT_EQ(words_in("one a b c d three", {"one", "x", "y", "three"}), (Words{0, 1, 1, 2, 2, 3}));
  EXPECT_EQ(words_in("a b", {"x", "y"}), (Words{0, 1}));
  EXPECT_EQ(words_in("ab c", {"a", "c"}), (Words{0, 1})) << "a word is not found within another";
}

TEST(WordsOfAtoms, AreEmptyWithoutWords) {
  EXPECT_EQ(words_in("a x b", {"a", "b"}), (Words{0, kNoIndex, 1}));
  EXPECT_EQ(words_in("a b", {}), (Words{kNoIndex, kNoIndex}));
  EXPECT_EQ(words_in("a b", {"", "b"}), (Words{0, 1}));
}

}  // namespace
}  // namespace regard::serve
