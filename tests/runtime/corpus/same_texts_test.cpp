#include "corpus/same_texts.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/base/temporary_folder.h"

namespace regard::corpus {
namespace {

class SameFiles : public testing::Test {
 protected:
  std::vector<std::string> warnings(const config::ParallelText& train,
                                    const config::ParallelText& valid = {},
                                    const config::ParallelText& test = {}) const {
    config::DataOptions options;
    options.train = {train};
    options.valid.items = {valid};
    options.test = test;
    return warnings_of_same_files(options);
  }

  test::TemporaryFolder folder_;
  std::string english_ = folder_.write("a.en", "a\nb\n"), french_ = folder_.write("a.fr", "c\nd\n");
};

TEST_F(SameFiles, CauseAWarningOnBothSides) {
  EXPECT_TRUE(warnings({.source = english_, .target = french_}).empty());
  EXPECT_EQ(
      warnings({.source = english_, .target = english_}),
      std::vector{english_ + " is both source and target: the model learns to copy its input"});
  const auto link = folder_ / "link.fr";
  std::filesystem::create_symlink(english_, link);
  EXPECT_EQ(warnings({.source = english_, .target = link}).size(), 1U) << "another name";
}

TEST_F(SameFiles, CauseAWarningInTrainingAndValidation) {
  const config::ParallelText all{.source = english_, .target = french_};
  config::ParallelText first = all, rest = all;
  first.first = 1;
  rest.skip = 1;
  EXPECT_EQ(warnings(all, all).size(), 1U);
  EXPECT_EQ(warnings(all, {}, all).size(), 1U);
  EXPECT_EQ(warnings(all, rest).size(), 1U);
  EXPECT_TRUE(warnings(first, rest).empty()) << "other lines";
  EXPECT_TRUE(warnings({.text = english_}, {.text = french_}).empty());
  EXPECT_EQ(warnings({.text = english_}, {.text = english_}).size(), 1U);
}

}  // namespace
}  // namespace regard::corpus
