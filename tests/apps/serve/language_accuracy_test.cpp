// How often the language of a line of 20 characters or more is detected, on the project's own text
// and on corpora, if present: in the folder that REGARD_CORPORA names, or in data/.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "serve/languages.h"
#include "text/line_reader.h"

namespace regard::serve {
namespace {

constexpr size_t kShortestLine = 20, kMostLines = 500;

std::string data_folder() {
  const char* root = std::getenv("REGARD_SOURCE_DIR");
  return std::string(root != nullptr ? root : ".") + "/data/";
}

std::string corpora_folder() {
  const char* folder = std::getenv("REGARD_CORPORA");
  return folder != nullptr ? std::string(folder) + "/" : data_folder();
}

// The first lines of a file, or of a column of a table, that are long enough.
std::vector<std::string> long_lines(const std::string& file, size_t most, int column = 0) {
  text::LineReader reader(file);
  std::vector<std::string> result;
  for (std::string line; result.size() < most && reader.next(line);) {
    for (int before = 0; before < column; ++before) line.erase(0, line.find('\t') + 1);
    line.resize(std::min(line.size(), line.find('\t')));
    const bool is_same = !result.empty() && result.back() == line;  // for its second translation
    if (!is_same && decode_utf8(line).size() >= kShortestLine) result.push_back(line);
  }
  return result;
}

class Score {
 public:
  void add(const std::string& language, const std::vector<std::string>& lines) {
    for (const auto& line : lines) {
      const auto found = detector_.detect(line)[0].language;
      ++lines_;
      if (found == language) ++right_;
      if (found != language) mistakes_ += "\n  " + found + " " + line;
    }
  }

  double right() const { return static_cast<double>(right_) / static_cast<double>(lines_); }
  size_t lines() const { return lines_; }
  const std::string& mistakes() const { return mistakes_; }

 private:
  LanguageDetector detector_{{"en", "fr"}};
  size_t right_ = 0, lines_ = 0;
  std::string mistakes_;
};

void expect_nearly_all(const std::string& name, const Score& score) {
  std::printf("%s: %.2f %% of %zu lines\n", name.c_str(), 100 * score.right(), score.lines());
  EXPECT_GE(score.right(), 0.99) << score.mistakes();
}

TEST(LanguageAccuracy, IsNearlyPerfectOnTheProjectsOwnSentences) {
  Score score;
  for (const std::string split : {"train", "everyday", "val", "test"}) {
    for (const std::string language : {"en", "fr"}) {
      score.add(language, long_lines(data_folder() + split + "." + language, 10'000));
    }
  }
  EXPECT_GT(score.lines(), 7'000U);
  expect_nearly_all("data", score);
}

TEST(LanguageAccuracy, IsNearlyPerfectOnDescriptionsOfPictures) {
  const auto folder = corpora_folder() + "multi30k/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  Score score;
  for (const std::string language : {"en", "fr"}) {
    score.add(language, long_lines(folder + "test_2016_flickr." + language + ".gz", kMostLines));
  }
  EXPECT_EQ(score.lines(), 2 * kMostLines);
  expect_nearly_all("Multi30k", score);
}

TEST(LanguageAccuracy, IsNearlyPerfectOnShortSentencesOfManyAuthors) {
  const auto folder = corpora_folder() + "tatoeba/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  const bool is_in_splits = std::filesystem::exists(folder + "test.tsv.gz");
  const auto file = folder + (is_in_splits ? "test.tsv.gz" : "fra.txt");
  Score score;
  score.add("en", long_lines(file, kMostLines, 0));
  score.add("fr", long_lines(file, kMostLines, 1));
  EXPECT_EQ(score.lines(), 2 * kMostLines);
  expect_nearly_all("Tatoeba", score);
}

}  // namespace
}  // namespace regard::serve
