// Pictures have all their texts in each language.
#include "words/language.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "base/utf8.h"
#include "diagrams/config_drawing.h"
#include "diagrams/diagram.h"
#include "explain/walk.h"
#include "figures/figures.h"
#include "figures/toy_translation.h"
#include "regard/base/str.h"
#include "support/base/xml.h"

namespace regard::words {
namespace {

using Texts = std::set<std::string>;

const draw::Phrases& chinese() { return *phrases_of(Language::zh); }

/// Words of the sentences in the figures.
const Texts& words_of_sentences() {
  static const Texts words = [] {
    Texts all = {"they", "are", "watching", "ils", "regardent", "love", "deep", "learning"};
    const auto add = [&](const std::string& line) {
      std::istringstream stream(line);
      for (std::string word; stream >> word;) all.insert(word);
    };
    figures::ToyTranslation sentences(1);
    for (int pair = 0; pair < 1000; ++pair) {
      const auto next = sentences.next();
      all.insert(next.source.begin(), next.source.end());
      all.insert(next.target.begin(), next.target.end());
    }
    for (const auto* file : {"val.en", "val.fr", "test.en", "test.fr"}) {
      for (const auto& line : figures::project_lines(file)) add(line);
    }
    return all;
  }();
  return words;
}

/// The words of a text with letters A to Z, without those that Chinese keeps.
Texts foreign_words(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return !is_ascii_letter(c) && c != '.'; }, ' ');
  Texts words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    if (word.size() > 1 && !chinese().unknown(word).empty()) words.insert(word);
  }
  return words;
}

/// English text left in a Chinese picture, apart from example sentences.
Texts english_in(const std::string& svg) {
  Texts texts;
  for (auto text : test::texts_of(svg)) {
    for (const auto* mark : {"&lt;s&gt;", "&lt;/s&gt;", "&quot;", "&amp;"}) {
      while (text.find(mark) != std::string::npos) {
        text.replace(text.find(mark), std::string(mark).size(), " ");
      }
    }
    for (const auto& part : chinese().unknown(text)) {
      if (words_of_sentences().contains(part)) continue;
      for (const auto& word : foreign_words(part)) {
        if (!words_of_sentences().contains(word)) texts.insert(part);
      }
    }
  }
  return texts;
}

TEST(Chinese, IsInAllFigures) {
  for (const auto& figure : figures::figures()) {
    if (figure.seconds > 0) continue;  // trains for minutes
    const auto svg = figures::picture_of(figure, Language::zh).svg("");
    EXPECT_EQ(english_in(svg), Texts{}) << figure.name;
  }
}

TEST(Chinese, IsInAllDrawings) {
  const draw::DrawnIn drawn_in(&chinese());
  for (const auto& idea : diagrams::ideas()) {
    const auto drawn = diagrams::diagram(idea.module(), std::string(idea.part));
    EXPECT_EQ(english_in(drawn.picture.svg("")), Texts{}) << idea.name;
  }
}

// Readers type the names of parts after --part.
TEST(Chinese, LeavesTheNamesOfPartsAsTheyAre) {
  const draw::DrawnIn drawn_in(&chinese());
  const auto& idea = diagrams::find_idea("gru-cell");
  const auto drawn = diagrams::diagram(idea.module(), std::string(idea.part));
  EXPECT_EQ(test::texts_of(drawn.picture.svg("")).at(1), "cell");
}

TEST(Chinese, IsInTheWorkedExamples) {
  for (const auto& step : explain::worked_examples()) {
    EXPECT_EQ(chinese().unknown(step.title), std::vector<std::string>());
    EXPECT_EQ(chinese().unknown(step.meaning), std::vector<std::string>());
    for (const auto& name : step.names) {
      EXPECT_EQ(chinese().unknown(name), std::vector<std::string>());
    }
    for (const auto& axes : step.axes) {
      for (const auto& axis : axes) EXPECT_EQ(chinese().unknown(axis), std::vector<std::string>());
    }
  }
}

class ChineseOf : public testing::TestWithParam<const char*> {};

TEST_P(ChineseOf, IsInAllPartsOfTheModel) {
  const draw::DrawnIn drawn_in(&chinese());
  const auto model = diagrams::model_of_config(str("configs/", GetParam(), ".yaml")).module;
  for (const auto& part : diagrams::part_names(model)) {
    const auto drawn = diagrams::diagram(model, part);
    EXPECT_EQ(english_in(drawn.picture.svg("")), Texts{}) << part;
  }
}

INSTANTIATE_TEST_SUITE_P(Configs, ChineseOf,
                         testing::Values("quick-bahdanau", "quick-transformer", "lm-characters",
                                         "study/seq2seq", "study/convolutional",
                                         "study/lstm-additive", "study/gru-dot",
                                         "study/transformer-post"));

TEST(Chinese, IsThatOfTheBook) {
  EXPECT_EQ(chinese().of("scaled dot-product attention"), "缩放点积注意力");
  EXPECT_EQ(chinese().of("tokens (batch, position)"), "词元 (批量, 位置)");
  EXPECT_EQ(phrases_of(Language::en), nullptr);
}

}  // namespace
}  // namespace regard::words
