#include <gtest/gtest.h>

#include "config/experiment.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"

namespace regard::config {
namespace {

TEST(Experiment, FindsTheTextsOfARunThatWasMoved) {
  const test::TemporaryFolder folder;
  const auto texts = str("data:\n  train: [{tsv: ", folder / "run/data/train.tsv",
                         "}]\n  valid: {tsv: ", folder / "run/data/valid.tsv", "}\n");
  const auto moved = folder.write("moved/data/train.tsv", "a\tb\n");
  for (const auto* config : {"moved/config.yaml", "moved/data/config.yaml"}) {
    testing::internal::CaptureStderr();
    const auto data = load_experiment(folder.write(config, texts)).data;
    EXPECT_NE(testing::internal::GetCapturedStderr().find("the run was moved"), std::string::npos);
    EXPECT_EQ(data.train[0].tsv, moved) << config;
    EXPECT_EQ(data.valid.items.at(0).tsv, folder / "run/data/valid.tsv")
        << "it is in neither folder";
  }
  folder.write("run/data/train.tsv", "a\tb\n");
  EXPECT_EQ(load_experiment(folder / "moved/config.yaml").data.train[0].tsv,
            folder / "run/data/train.tsv");
}

}  // namespace
}  // namespace regard::config
