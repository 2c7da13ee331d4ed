#include "architecture/alignment_source.h"

#include <gtest/gtest.h>

#include "support/base/thrown_error.h"

namespace regard::model {
namespace {

using Rows = std::vector<std::vector<float>>;

TEST(AlignmentSource, IsReadFromItsText) {
  for (const auto& layer : {std::optional<int64_t>(), std::optional<int64_t>(0), {11}}) {
    for (const auto& head : {std::optional<int64_t>(), std::optional<int64_t>(3)}) {
      for (const bool shifted : {false, true}) {
        const AlignmentSource source{.layer = layer, .head = head, .shifted = shifted};
        EXPECT_EQ(AlignmentSource::parse(source.text(), "model"), source) << source.text();
      }
    }
  }
  EXPECT_EQ(AlignmentSource().text(), "last layer, all heads");
  EXPECT_EQ((AlignmentSource{.layer = 1, .head = 0, .shifted = true}).text(),
            "layer 1, head 0, shifted");
}

TEST(AlignmentSource, IsNotReadFromAnythingElse) {
  for (const char* text :
       {"", "layer 1", "layer 1, ", "layer , head 0", "layer -1, head 0", "layer 1, head 0,",
        "layer 1, head 0, shifted ", "layer 99999999999999999999, head 0", "head 0, layer 1"}) {
    const auto error = test::thrown_error([&] { AlignmentSource::parse(text, "model"); });
    EXPECT_EQ(error.where(), "model") << text;
  }
}

TEST(AlignmentSource, IsTheLastLayerUnlessItNamesOne) {
  EXPECT_EQ(AlignmentSource().layer_of(6, 8), 5);
  EXPECT_EQ((AlignmentSource{.layer = 2, .head = 7}).layer_of(6, 8), 2);
  EXPECT_THROW((AlignmentSource{.layer = 6}).layer_of(6, 8), Error);
  EXPECT_THROW((AlignmentSource{.head = 8}).layer_of(6, 8), Error);
}

TEST(ShiftedAttention, GivesEachTokenTheRowOfTheStepThatReadsIt) {
  Rows rows = {{1}, {2}, {3}};
  shift(rows);
  EXPECT_EQ(rows, (Rows{{2}, {3}, {3}}));
}

TEST(ShiftedAttention, OfFewerThanTwoRowsIsTheSame) {
  Rows none, one = {{1}};
  shift(none);
  shift(one);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(one, Rows{{1}});
}

}  // namespace
}  // namespace regard::model
