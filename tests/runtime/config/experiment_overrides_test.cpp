// What --set does to an experiment.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "config/experiment.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::config {
namespace {

using test::thrown_error;

constexpr auto kSmall = "data: {train: [{tsv: train.tsv}]}\nmodel: {type: transformer}\n";

TEST(ExperimentOverrides, HasNoNumberWithoutAValue) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a.yaml", kSmall);
  EXPECT_EQ(thrown_error([&] { load_experiment(path, {"training.steps="}); }).problem(),
            "training.steps must be a whole number, but is ''");
  EXPECT_EQ(load_experiment(path, {"data.test.tsv="}).data.test.tsv, "") << "an empty text";
  const auto tested = folder.write(
      "b.yaml", "data: {train: [{tsv: a.tsv}], test: {tsv: b.tsv}}\nmodel: {type: transformer}\n");
  EXPECT_EQ(load_experiment(tested, {"data.test="}).data.test.tsv, "") << "no section";
}

TEST(ExperimentOverrides, SharesNoEmbeddingsBetweenTwoVocabularies) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a.yaml", kSmall);
  const std::vector<std::string> overrides = {"tokenizer.joint=false", "model.tied_embeddings=all"};
  EXPECT_EQ(thrown_error([&] { load_experiment(path, overrides); }).problem(),
            "model.tied_embeddings is all, but tokenizer.joint is false");
}

}  // namespace
}  // namespace regard::config
