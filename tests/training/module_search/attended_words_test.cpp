#include "module_search/searchers.h"

#include <gtest/gtest.h>

#include "support/tiny_model.h"

namespace regard::translate {
namespace {

class EveryAttendedWords : public testing::TestWithParam<std::string> {
 protected:
  void expect_as_in_search();

  test::TinyModel tiny_ = test::tiny_model(GetParam());
};

TEST_P(EveryAttendedWords, AttendAsTheyDidInSearch) { expect_as_in_search(); }

TEST_P(EveryAttendedWords, AttendAsTheyDidInSearchWhereverAlignmentsAreRead) {
  tiny_.model->read_alignments_at({.layer = 0, .head = 0, .shifted = true});
  expect_as_in_search();
}

void EveryAttendedWords::expect_as_in_search() {
  auto lines = test::tiny_lines(5);
  lines.insert(lines.begin() + 1, "");
  const auto translations = tiny_.translate(lines, {.options = {.attention = true}});
  std::vector<std::vector<int64_t>> written;
  for (const auto& translation : translations) {
    written.push_back(translation.n_best.empty() ? std::vector<int64_t>{}
                                                 : translation.n_best.front().ids);
  }
  const auto attended = attended_words(*tiny_.model, tiny_.tokenizers, lines, written);
  ASSERT_EQ(attended.size(), lines.size());
  EXPECT_TRUE(attended[1].source.empty());
  for (size_t line = 0; line < lines.size(); ++line) {
    if (written[line].empty()) continue;
    const auto& expected = translations[line].n_best.front().attention;
    const auto& words = attended[line];
    std::string source;
    for (const auto& word : words.source) source += (source.empty() ? "" : " ") + word;
    EXPECT_EQ(source, lines[line]);
    ASSERT_EQ(words.weights.size(), expected.size());
    for (size_t row = 0; row < expected.size(); ++row) {
      ASSERT_EQ(words.weights[row].size(), words.source.size());
      for (size_t column = 0; column < expected[row].size(); ++column) {
        EXPECT_NEAR(words.weights[row][column], expected[row][column], 1e-4);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, EveryAttendedWords,
                         testing::ValuesIn(test::architecture_names()), test::name_of_architecture);

}  // namespace
}  // namespace regard::translate
