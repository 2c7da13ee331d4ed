#include "translate/translate_document.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace regard::translate {
namespace {

using Lines = std::vector<std::string>;

/// "Translates" text to capitals and records the requests.
class Shouting {
 public:
  Lines operator()(const Lines& sentences) {
    Lines loud;
    for (auto sentence : sentences) {
      asked.push_back(sentence);
      for (auto& c : sentence) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      loud.push_back(sentence);
    }
    return loud;
  }

  Lines asked;
};

class TranslateDocument : public testing::Test {
 protected:
  Lines translated(const Lines& lines, size_t longest = 100) {
    const auto words = [](std::string_view text) {
      return static_cast<size_t>(std::ranges::count(text, ' ')) + 1;
    };
    return translate_document(lines, std::ref(shouting_), {.longest = longest, .count = words});
  }

  Shouting shouting_;
};

TEST_F(TranslateDocument, GivesTheModelOneSentenceAtATime) {
  EXPECT_EQ(translated({"One is here. Two", "is there. Three."}),
            Lines{"ONE IS HERE. TWO IS THERE. THREE."});
  EXPECT_EQ(shouting_.asked, (Lines{"One is here.", "Two is there.", "Three."}));
}

TEST_F(TranslateDocument, KeepsBlankLinesIndentsAndLists) {
  EXPECT_EQ(translated({"Title", "", "- one", "- two.", "", "", "    quoted"}),
            (Lines{"TITLE", "", "- ONE", "- TWO.", "", "", "    QUOTED"}));
  EXPECT_EQ(translated({}), Lines{});
}

TEST_F(TranslateDocument, KeepsALineForEachStringAndItsEnd) {
  EXPECT_EQ(translated({"Hello", "Good morning", "My mother", "The station"}),
            (Lines{"HELLO", "GOOD MORNING", "MY MOTHER", "THE STATION"}));
  EXPECT_EQ(translated({"  - Hello.[1]  One. :)\r\n", "\n", "1. Two\t\r"}),
            (Lines{"  - HELLO.[1]  ONE. :)\r\n", "\n", "1. TWO\t\r"}));
  EXPECT_EQ(translated({"```", "code", "```", "1", "00:00:01,000 --> 00:00:02,000", "Hi."}),
            (Lines{"```", "code", "```", "1", "00:00:01,000 --> 00:00:02,000", "HI."}));
}

TEST_F(TranslateDocument, LogsNoText) {
  testing::internal::CaptureStderr();
  translated({"secret two three, four five six; seven eight nine ten"}, 4);
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("is translated in"), std::string::npos);
  EXPECT_EQ(said.find("secret"), std::string::npos);
}

TEST_F(TranslateDocument, CutsLongSentencesAtClausesAndLosesNothing) {
  EXPECT_EQ(translated({"one two three, four five six; seven eight nine ten"}, 4),
            Lines{"ONE TWO THREE, FOUR FIVE SIX; SEVEN EIGHT NINE TEN"});
  EXPECT_GT(shouting_.asked.size(), 2U);
}

}  // namespace
}  // namespace regard::translate
