#include "store/model_directory.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "config/writer.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/base/user_state.h"

namespace regard::store {
namespace {

namespace fs = std::filesystem;

class Origin : public testing::Test {
 protected:
  Origin() {
    fs::create_directory(model.path());
    data.train = {{.source = folder.write("train.en", ""), .target = folder.write("train.fr", "")}};
    data.test = {.tsv = folder.write("test.tsv", "")};
    mark_as_own(model, data);
  }

  const test::UserState user;
  const test::TemporaryFolder folder;
  const ModelDirectory model{folder / "model"};
  config::DataOptions data;
};

TEST_F(Origin, IsTheUserWhoTrainedTheModelWhereverItIsMovedTo) {
  EXPECT_TRUE(is_own(model, data));
  fs::rename(model.path(), folder / "moved");
  EXPECT_TRUE(is_own(ModelDirectory(folder / "moved"), data));
  data.max_length = 7;  // not a file name
  EXPECT_TRUE(is_own(ModelDirectory(folder / "moved"), data));
}

TEST_F(Origin, KnowsTheFolderAtWhichRelativeNamesStart) {
  const auto before = fs::current_path();
  fs::create_directory(folder / "data");
  folder.write("data/test.tsv", "");
  config::DataOptions relative;
  relative.test = {.tsv = "data/test.tsv"};
  const config::ParallelText gone{.tsv = "data/gone.tsv"};
  fs::current_path(folder / "");
  mark_as_own(model, relative);
  EXPECT_EQ(located(relative.test, model, relative).tsv, "data/test.tsv") << "where it was trained";
  fs::current_path("/");
  EXPECT_TRUE(is_own(model, relative));
  const auto found = located(relative.test, model, relative).tsv;
  EXPECT_TRUE(fs::equivalent(found, folder / "data/test.tsv")) << found;
  EXPECT_EQ(located(gone, model, relative).tsv, gone.tsv);
  {
    const test::UserState other;
    EXPECT_EQ(located(relative.test, model, relative).tsv, "data/test.tsv") << "not the user's own";
  }
  fs::current_path(before);
}

TEST_F(Origin, DiffersIfTheFolderIsChanged) {
  write_file_atomically(model.origin(), read_file(model.origin()) + "/etc\n");
  EXPECT_FALSE(is_own(model, data));
}

TEST_F(Origin, DiffersIfTheConfigNamesOtherTexts) {
  data.valid = config::ParallelText{};
  mark_as_own(model, data);
  for (auto* text : {&data.train.front(), &data.test, &data.valid.items.front()}) {
    const auto before = *text;
    text->tsv = "/etc/passwd";
    EXPECT_FALSE(is_own(model, data));
    *text = before;
  }
  data.train.push_back({.tsv = "/etc/passwd"});
  EXPECT_FALSE(is_own(model, data));
}

TEST_F(Origin, DiffersForAnotherUser) {
  const test::UserState other;
  EXPECT_FALSE(is_own(model, data)) << "who has no key";
  fs::create_directory(folder / "own");
  mark_as_own(ModelDirectory(folder / "own"), data);
  EXPECT_FALSE(is_own(model, data));
}

TEST_F(Origin, DiffersIfTheMarkIsMissingOrDamaged) {
  for (const std::string mark : {"", "x", "\n"}) {
    write_file_atomically(model.origin(), mark);
    EXPECT_FALSE(is_own(model, data));
  }
  fs::remove(model.origin());
  EXPECT_FALSE(is_own(model, data));
}

TEST_F(Origin, OpensTheTextsOfOwnModelsAndThoseWithinAModel) {
  EXPECT_TRUE(may_read(data.test, model, data));
  fs::remove(model.origin());
  EXPECT_FALSE(may_read(data.test, model, data));
  EXPECT_TRUE(may_read({}, model, data)) << "no file";
  const auto inside = folder.write("model/test.tsv", "");
  EXPECT_TRUE(may_read({.tsv = inside}, model, data));
  EXPECT_FALSE(may_read({.source = inside, .target = data.test.tsv}, model, data));
  EXPECT_FALSE(may_read({.tsv = folder / "model/../test.tsv"}, model, data));
  fs::create_symlink(data.test.tsv, folder / "model/link");
  EXPECT_FALSE(may_read({.tsv = folder / "model/link"}, model, data));
  folder.write("model2", "");
  EXPECT_FALSE(may_read({.tsv = folder / "model2"}, model, data)) << "only the name begins alike";
}

TEST_F(Origin, NamesATextThatIsNotReadAndTheRemedy) {
  fs::remove(model.origin());
  const auto error =
      test::thrown_error([&] { check_may_read(data.test, model, data, "give --input FILE"); });
  EXPECT_EQ(error.where(), model.config());
  EXPECT_NE(std::string(error.problem()).find(data.test.tsv), std::string::npos) << error.problem();
  EXPECT_EQ(error.remedy(), "give --input FILE, or --trust if you know this file");
}

TEST_F(Origin, GoesWithACopyOfTheConfig) {
  config::Experiment experiment;
  experiment.data = data;
  write_file_atomically(model.config(), config::to_yaml(experiment));
  const ModelDirectory copy(folder / "copy"), other(folder / "other");
  fs::create_directory(copy.path());
  fs::create_directory(other.path());
  copy_config(model, copy);
  EXPECT_EQ(read_file(copy.config()), read_file(model.config()));
  EXPECT_TRUE(is_own(copy, data));
  fs::remove(model.origin());
  copy_config(model, other);
  EXPECT_FALSE(is_own(other, data));
}

TEST_F(Origin, KeepsItsFolderInACopyMadeElsewhere) {
  const auto before = fs::current_path();
  config::Experiment experiment;
  experiment.data.test = {.tsv = "test.tsv"};
  write_file_atomically(model.config(), config::to_yaml(experiment));
  fs::current_path(folder / "");
  mark_as_own(model, experiment.data);
  fs::current_path("/");
  const ModelDirectory copy(folder / "copy");
  fs::create_directory(copy.path());
  copy_config(model, copy);
  const auto found = located(experiment.data.test, copy, experiment.data).tsv;
  fs::current_path(before);
  EXPECT_EQ(found, folder / "test.tsv");
}

TEST_F(Origin, NamesNoFolderInAMarkToShare) {
  const auto mark = mark_to_share(model, data);
  EXPECT_EQ(mark.find('/'), std::string::npos) << mark;
  write_file_atomically(model.origin(), mark);
  EXPECT_TRUE(is_own(model, data));
  const test::UserState other;
  EXPECT_FALSE(is_own(model, data));
  EXPECT_EQ(mark_to_share(model, data), "");
}

}  // namespace
}  // namespace regard::store
