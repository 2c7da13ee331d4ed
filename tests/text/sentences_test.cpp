#include "regard/text/sentences.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace regard::text {
namespace {

/// The sentences without the white space behind them.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> sentences;
  for (const auto sentence : split_sentences(text)) {
    sentences.emplace_back(sentence.substr(0, sentence.find_last_not_of(" \n\t") + 1));
  }
  return sentences;
}

using Sentences = std::vector<std::string>;

TEST(SplitSentences, EndsThemAtTheirMarks) {
  EXPECT_EQ(split("He came. She left! Why? Nobody knows"),
            (Sentences{"He came.", "She left!", "Why?", "Nobody knows"}));
  EXPECT_EQ(split("Il est venu.\nElle est partie ! Pourquoi ? Qui sait"),
            (Sentences{"Il est venu.", "Elle est partie !", "Pourquoi ?", "Qui sait"}));
  EXPECT_EQ(split(""), Sentences{});
  EXPECT_EQ(split("What?! No."), (Sentences{"What?!", "No."}));
}

TEST(SplitSentences, LeavesAbbreviationsWhole) {
  for (const char* text :
       {"Mr. Smith met Dr. Jones.", "See e.g. Chapter 3.", "It is no. 5 of them.",
        "Cats vs. Dogs is a film.", "J. R. R. Tolkien wrote it.", "M. Dupont et Mme. Durand.",
        "On mange, p. ex. Des pommes.", "Voir art. 12 du code.", "MM. Petit et Grand.",
        "In 44 av. J.-C. Il est mort"}) {
    EXPECT_EQ(split(text).size(), 1U) << text;
  }
}

TEST(SplitSentences, LeavesNumbersAndAddressesWhole) {
  for (const char* text : {"It costs 3.50 or 1.000,5 euros.", "Visit www.example.com/a.b now.",
                           "Write to a.b@example.org today.", "Version 2.0.1 is out."}) {
    EXPECT_EQ(split(text).size(), 1U) << text;
  }
  EXPECT_EQ(split("It was 1999. Then came 2000."), (Sentences{"It was 1999.", "Then came 2000."}));
}

TEST(SplitSentences, GoesOnBeforeASmallLetter) {
  EXPECT_EQ(split("Well... maybe. \"Where?\" he said. Gone."),
            (Sentences{"Well... maybe.", "\"Where?\" he said.", "Gone."}));
  EXPECT_EQ(split("Eh bien… peut-être."), Sentences{"Eh bien… peut-être."});
  EXPECT_EQ(split("He waited… Then he left."), (Sentences{"He waited…", "Then he left."}));
}

TEST(SplitSentences, KeepsClosingQuotesWithTheirSentence) {
  EXPECT_EQ(split("\"I am here.\" \"So am I.\" (Really.) Good."),
            (Sentences{"\"I am here.\"", "\"So am I.\"", "(Really.)", "Good."}));
  EXPECT_EQ(split("« Je suis là. » Il sourit. « Moi aussi. »"),
            (Sentences{"« Je suis là. »", "Il sourit.", "« Moi aussi. »"}));
  EXPECT_EQ(split("“Yes.” ‘No.’ Maybe."), (Sentences{"“Yes.”", "‘No.’", "Maybe."}));
}

TEST(SplitSentences, LoseNothing) {
  const std::vector<std::string> parts = {"a", "B", ".", "!", "?",  "…", " ",    "\n", "\"",
                                          "»", "«", "3", ",", "Mr", "é", "\xFF", "(",  ")"};
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    std::string text, joined;
    for (int part = 0; part < 30; ++part) text += parts[random() % parts.size()];
    for (const auto sentence : split_sentences(text)) {
      EXPECT_FALSE(sentence.empty());
      joined += sentence;
    }
    EXPECT_EQ(joined, text);
  }
}

// Time must grow with the length of a line, not with its square.
TEST(Sentences, AreFoundInALongLineOfMarks) {
  const std::string dots(250'000, '.');
  EXPECT_EQ(split_sentences(dots).size(), 1U);
  EXPECT_EQ(split_sentences(dots + " small").size(), 1U);
  EXPECT_EQ(split_sentences(dots + " Large").size(), 2U);
}

}  // namespace
}  // namespace regard::text
