#include "trainer/run_directory.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"

namespace regard::train {
namespace {

TEST(RunDirectory, HoldsARunOnceATrainingHasMadeItsFolders) {
  const test::TemporaryFolder temporary;
  const RunDirectory directory(temporary / "run");
  temporary.write("run/config.yaml", "");
  EXPECT_FALSE(directory.holds_run());
  EXPECT_EQ(directory.file_in_the_way(), temporary / "run/config.yaml");
  directory.create();
  EXPECT_TRUE(directory.holds_run());
}

TEST(RunDirectory, HoldsARunWhereAModelIs) {
  const test::TemporaryFolder temporary;
  temporary.write("run/config.yaml", "");
  temporary.write("run/model.safetensors", "");
  EXPECT_TRUE(RunDirectory(temporary / "run").holds_run());
}

TEST(RunDirectory, IsClearedOfARunAndNothingElse) {
  const test::TemporaryFolder temporary;
  const RunDirectory directory(temporary / "run");
  directory.create();
  for (const char* name :
       {"config.yaml", "model.safetensors", "last/state.safetensors", "film.jsonl",
        "events.out.tfevents.1.h.2.0", "notes.txt", "translations/mine.txt"}) {
    temporary.write(std::string("run/") + name, "x");
  }
  directory.clear();
  EXPECT_TRUE(std::filesystem::exists(temporary / "run/notes.txt"));
  EXPECT_TRUE(std::filesystem::exists(temporary / "run/translations/mine.txt"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(temporary / "run"), {}), 2);
}

// Files that AtomicFile leaves when it is killed, and files with similar names.
TEST(RunDirectory, LosesWhatWasNotFinishedAndNothingElse) {
  const test::TemporaryFolder temporary;
  const RunDirectory directory(temporary / "run");
  directory.create();
  const std::vector<std::string> unfinished = {"config.yaml.tmp-12-0",
                                               "model.safetensors.tmp-4711-3",
                                               "last/state.safetensors.tmp-12-1",
                                               "translations/valid.txt.tmp-12-2",
                                               "translations/valid-law.txt.tmp-12-2",
                                               "checkpoints/step-00000500.safetensors.tmp-12-9"};
  const std::vector<std::string> kept = {
      "my.tmp-notes",        "notes.tmp-12-0",
      "config.yaml.tmp-old", "config.yaml.tmp-12-0.bak",
      "last/notes.tmp-12-0", "checkpoints/step-mine.safetensors.tmp-12-0",
      "mine/x.tmp-12-0",     "mine/config.yaml.tmp-12-0"};
  std::filesystem::create_directory(temporary / "run/mine");
  for (const auto* names : {&unfinished, &kept}) {
    for (const auto& name : *names) temporary.write("run/" + name, "x");
  }
  directory.remove_unfinished();
  for (const auto& name : unfinished)
    EXPECT_FALSE(std::filesystem::exists(temporary / "run/" + name));
  directory.clear();
  for (const auto& name : kept)
    EXPECT_TRUE(std::filesystem::exists(temporary / "run/" + name)) << name;
}

TEST(RunDirectory, IsClearedOfNothingBehindALink) {
  const test::TemporaryFolder temporary;
  const RunDirectory directory(temporary / "run");
  std::filesystem::create_directory(temporary / "run");
  std::filesystem::create_directory(temporary / "elsewhere");
  temporary.write("elsewhere/state.safetensors", "x");
  std::filesystem::create_directory_symlink(temporary / "elsewhere", temporary / "run/last");
  directory.clear();
  EXPECT_TRUE(std::filesystem::exists(temporary / "elsewhere/state.safetensors"));
}

TEST(RunDirectory, NamesItsLinks) {
  const test::TemporaryFolder folder;
  const RunDirectory directory(folder / "run");
  directory.create();
  EXPECT_TRUE(directory.links().empty());
  folder.write("run/config.yaml", "");
  std::filesystem::create_symlink("elsewhere", folder / "run/notes");  // not a file of the run
  std::filesystem::create_symlink("elsewhere", folder / "run/log.jsonl");
  std::filesystem::create_symlink("elsewhere", directory.state());
  std::filesystem::remove(folder / "run/translations");
  std::filesystem::create_directory_symlink(folder.path(), folder / "run/translations");
  EXPECT_EQ(directory.links(), (std::vector{folder / "run/log.jsonl", directory.state(),
                                            folder / "run/translations"}));
}

TEST(RunDirectory, KeepsTheNewestCheckpoints) {
  const test::TemporaryFolder temporary;
  const RunDirectory directory(temporary / "run");
  directory.create();
  for (const int64_t step : {5, 10, 500, 100000}) {
    temporary.write(std::filesystem::path(directory.checkpoint(step))
                        .lexically_relative(temporary.path())
                        .string(),
                    "x");
  }
  directory.keep_checkpoints(2);
  EXPECT_EQ(directory.checkpoints(),
            (std::vector{directory.checkpoint(500), directory.checkpoint(100000)}));
}

TEST(RunDirectory, WhoseNameIsAFileIsAnError) {
  const test::TemporaryFolder temporary;
  temporary.write("run", "x");
  EXPECT_THROW(RunDirectory(temporary / "run").create(), Error);
}

TEST(RunDirectory, SharesItsCacheWithRunsBesideIt) {
  EXPECT_EQ(RunDirectory("runs/a").cache("auto"), "runs/.regard-cache");
  EXPECT_EQ(RunDirectory("runs/b/").cache("auto"), "runs/.regard-cache");
  EXPECT_EQ(RunDirectory("/data/x").cache("auto"), "/data/.regard-cache");
  EXPECT_EQ(RunDirectory("here").cache("auto"), ".regard-cache");
  EXPECT_EQ(RunDirectory("here").cache("elsewhere"), "elsewhere");
  EXPECT_EQ(RunDirectory("here").cache("none"), "");
}

}  // namespace
}  // namespace regard::train
