#include "regard/config/search_options.h"

#include <gtest/gtest.h>

#include "config/experiment.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::config {
namespace {

TEST(ContradictionIn, NamesWhatDoesNotFit) {
  const auto groups = contradiction_in({.beam_size = 4, .groups = 3});
  ASSERT_TRUE(groups);
  EXPECT_EQ(groups->where(), "search.groups");
  const auto length = contradiction_in({.min_length = 50, .max_length = 10});
  ASSERT_TRUE(length);
  EXPECT_EQ(length->where(), "search.min_length");
  const auto ratio = contradiction_in({.min_length_ratio = 3, .max_length_ratio = 1});
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->problem(), "is 3, more than search.max_length_ratio (1)");
  EXPECT_FALSE(contradiction_in({.beam_size = 4, .groups = 2}));
  EXPECT_FALSE(contradiction_in({.min_length = 50}));
}

TEST(ContradictionIn, IsFoundWhenAConfigIsRead) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a.yaml",
                                 "data: {train: [{tsv: a.tsv}], valid: {tsv: b.tsv}}\n"
                                 "model: {type: transformer}\n"
                                 "search: {beam_size: 4, groups: 3}\n");
  EXPECT_EQ(test::thrown_error([&] { load_experiment(path); }).problem(),
            "search.groups is 3, which does not divide search.beam_size (4)");
}

}  // namespace
}  // namespace regard::config
