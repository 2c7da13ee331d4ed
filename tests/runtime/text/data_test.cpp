// The sentence pairs in data/ match their description in data/README.md.
#include <gtest/gtest.h>

#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/data_files.h"

namespace regard::text {
namespace {

using test::data_content;
using test::data_lines;

const std::vector<std::string> kSplits = {"train", "everyday", "val", "test"};

/// Words in lowercase, without punctuation.
std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> result(1);
  unsigned char before = 0;
  for (const char c : line) {
    auto byte = static_cast<unsigned char>(c);
    if (before == 0xC3 && byte <= 0x9E) byte += 0x20;  // À-Þ, in UTF-8
    before = byte;
    if (byte >= 0x80 || std::isalpha(byte) != 0 || c == '-') {
      result.back() += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    } else if (c == '\'') {  // d' and s' are words of their own
      result.back() += c;
      result.emplace_back();
    } else if (!result.back().empty()) {
      result.emplace_back();
    }
  }
  std::erase(result, "");
  return result;
}

std::string without_punctuation(const std::string& line) {
  std::string result;
  for (const auto& word : words(line)) result += word + " ";
  return result;
}

class DataSplit : public testing::TestWithParam<std::string> {
 protected:
  std::vector<std::string> english = data_lines(GetParam() + ".en");
  std::vector<std::string> french = data_lines(GetParam() + ".fr");
};

TEST_P(DataSplit, HasAFrenchLineForEachEnglishOne) {
  EXPECT_GE(english.size(), 100U);
  EXPECT_EQ(english.size(), french.size());
}

TEST_P(DataSplit, IsUtf8WithUnixLineEndsAndAFinalOne) {
  for (const char* side : {".en", ".fr"}) {
    const auto bytes = data_content(GetParam() + side);
    EXPECT_FALSE(first_invalid_utf8(bytes).has_value());
    EXPECT_EQ(bytes.find_first_of("\r\t"), std::string::npos);
    EXPECT_TRUE(bytes.ends_with('\n') && !bytes.ends_with("\n\n"));
    EXPECT_FALSE(bytes.starts_with("\xEF\xBB\xBF"));
  }
}

TEST_P(DataSplit, HasSentencesOfUpTo25EnglishWords) {
  for (const auto& line : english) {
    std::istringstream in(line);
    const auto count = std::distance(std::istream_iterator<std::string>(in), {});
    EXPECT_TRUE(count >= 1 && count <= 25) << line;
  }
}

TEST_P(DataSplit, EndsASentenceAlikeOnBothSides) {
  for (size_t i = 0; i < english.size(); ++i) {
    ASSERT_FALSE(english[i].empty() || french[i].empty()) << "line " << i + 1;
    EXPECT_NE(std::string(".?!").find(english[i].back()), std::string::npos) << english[i];
    EXPECT_EQ(english[i].back(), french[i].back()) << french[i];
  }
}

TEST_P(DataSplit, SetsOneSpaceBetweenWordsAndFrenchOneBeforeHighMarks) {
  for (const auto* side : {&english, &french}) {
    for (const auto& line : *side) {
      EXPECT_EQ(line.find("  "), std::string::npos) << line;
      EXPECT_TRUE(line.front() != ' ' && line.back() != ' ') << line;
      for (const char* mark : {"’", "‘", "“", "”", "«", "»", "\"", "\u00A0", "\u202F"}) {
        EXPECT_EQ(line.find(mark), std::string::npos) << line;
      }
    }
  }
  for (const auto& line : english) {
    for (size_t i = 1; i < line.size(); ++i) {
      if (std::string(",.!?;:").find(line[i]) != std::string::npos) {
        EXPECT_NE(line[i - 1], ' ') << line;
      }
    }
  }
  for (const auto& line : french) {
    for (size_t i = 1; i < line.size(); ++i) {
      if (std::string(",.").find(line[i]) != std::string::npos) {
        EXPECT_NE(line[i - 1], ' ') << line;
      }
      if (std::string("!?;:").find(line[i]) != std::string::npos) {
        EXPECT_EQ(line[i - 1], ' ') << line;
      }
    }
  }
}

TEST_P(DataSplit, SaysTuAndNousButNeverOnAndWritesNumbersInWords) {
  for (size_t i = 0; i < french.size(); ++i) {
    EXPECT_EQ(french[i].find_first_of("0123456789"), std::string::npos) << french[i];
    const auto french_words = words(french[i]);
    const std::set<std::string> said(french_words.begin(), french_words.end());
    EXPECT_FALSE(said.contains("on")) << french[i];
    if (said.contains("vous") || said.contains("votre") || said.contains("vos")) {
      const auto plain = without_punctuation(english[i]);
      EXPECT_TRUE(plain.find("sir") != std::string::npos ||
                  plain.find("madam") != std::string::npos ||
                  plain.find("everyone") != std::string::npos ||
                  plain.find("all of you") != std::string::npos ||
                  plain.find("children") != std::string::npos)
          << english[i];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, DataSplit, testing::ValuesIn(kSplits),
                         [](const auto& info) { return info.param; });

TEST(Data, HasAtLeast1500EnglishSentencesAndNoneTwice) {
  std::set<std::string> seen;
  for (const auto& split : kSplits) {
    for (const auto& line : data_lines(split + ".en")) {
      EXPECT_TRUE(seen.insert(line).second) << split << ": " << line;
    }
  }
  EXPECT_GE(seen.size(), 1500U);
}

bool is_trained(const std::string& split) { return split == "train" || split == "everyday"; }

TEST(Data, TrainsNoSentenceOfValOrTestNotEvenWithAnotherMark) {
  std::map<std::string, std::string> split_of;
  for (const auto& split : kSplits) {
    for (const auto& line : data_lines(split + ".en")) {
      const auto [place, is_new] = split_of.emplace(without_punctuation(line), split);
      EXPECT_TRUE(is_new || (is_trained(split) && is_trained(place->second)))
          << split << ": " << line;
    }
  }
}

// Greetings are what everyone types first.
TEST(Data, TrainsGreetingsWithEachMark) {
  std::map<std::string, std::string> french;
  const auto target = data_lines("everyday.fr");
  size_t line = 0;
  for (const auto& source : data_lines("everyday.en")) french[source] = target[line++];
  EXPECT_EQ(french["Hello."], "Bonjour.");
  EXPECT_EQ(french["Hello!"], "Bonjour !");
  EXPECT_EQ(french["Goodbye."], "Au revoir.");
  EXPECT_EQ(french["I am a student."], "Je suis étudiant.");
}

TEST(Data, TrainsEveryWordOfValAndTestThreeTimes) {
  for (const char* side : {".en", ".fr"}) {
    std::map<std::string, int> count;
    for (const auto& line : data_lines(std::string("train") + side)) {
      for (const auto& word : words(line)) ++count[word];
    }
    for (const char* split : {"val", "test"}) {
      for (const auto& line : data_lines(std::string(split) + side)) {
        for (const auto& word : words(line))
          EXPECT_GE(count[word], 3) << split << side << ": " << word;
      }
    }
  }
}

}  // namespace
}  // namespace regard::text
