#include "markup/text_atoms.h"

#include <gtest/gtest.h>

#include <cmath>

namespace regard::serve {
namespace {

using Links = std::vector<size_t>;

TEST(WordLinks, AreTheLargestWeightsEachWay) {
  const auto links = word_links({.text = "",
                                 .source_words = {"a", "b", "c"},
                                 .target_words = {"x", "y"},
                                 .attention = {{0.6F, 0.35F, 0.05F}, {0.1F, 0.3F, 0.6F}}});
  EXPECT_EQ(links.source_of, (Links{0, 2}));
  EXPECT_EQ(links.target_of, (Links{0, 0, 1}));
}

TEST(WordLinks, AreEmptyWithoutWeights) {
  const auto links = word_links({.text = "",
                                 .source_words = {"a", "b"},
                                 .target_words = {"v", "w", "x", "y", "z"},
                                 .attention = {{0, 0}, {}, {NAN, -1}, {0, 0.05F, 9}}});
  EXPECT_EQ(links.source_of, (Links{kNoIndex, kNoIndex, kNoIndex, 1, kNoIndex}));
  EXPECT_EQ(links.target_of, (Links{kNoIndex, kNoIndex})) << "0.05 of a word is noise";
}

TEST(WordLinks, AreBetweenWordsOrBetweenMarks) {
  const auto links = word_links({.text = "",
                                 .source_words = {"leg", "."},
                                 .target_words = {"jambe", "."},
                                 .attention = {{0.4F, 0.6F}, {0.7F, 0.3F}}});
  EXPECT_EQ(links.source_of, (Links{0, 1}));
  EXPECT_EQ(links.target_of, (Links{0, 1}));
}

}  // namespace
}  // namespace regard::serve
