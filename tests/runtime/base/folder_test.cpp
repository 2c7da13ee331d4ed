#include "base/files.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard {
namespace {

TEST(MakeFolder, MakesParentFoldersToo) {
  const test::TemporaryFolder temporary;
  make_folder(temporary / "a/b/c");
  EXPECT_TRUE(std::filesystem::is_directory(temporary / "a/b/c"));
}

TEST(MakeFolder, LeavesAnExistingOneAlone) {
  const test::TemporaryFolder temporary;
  temporary.write("a/kept", "x");
  make_folder(temporary / "a");
  EXPECT_TRUE(std::filesystem::exists(temporary / "a/kept"));
}

TEST(MakeFolder, NamesAFileInItsPlace) {
  const test::TemporaryFolder temporary;
  temporary.write("a", "x");
  for (const char* name : {"a", "a/b"}) {
    try {
      make_folder(temporary / name, "name another one");
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), temporary / name);
      EXPECT_EQ(error.remedy(), "name another one");
    }
  }
}

TEST(CheckFolderCanBeWritten, MakesNothing) {
  const test::TemporaryFolder temporary;
  EXPECT_NO_THROW(check_folder_can_be_written(temporary / "a/b"));
  EXPECT_NO_THROW(check_folder_can_be_written("a/b/c"));
  EXPECT_NO_THROW(check_folder_can_be_written(temporary / "."));
  EXPECT_FALSE(std::filesystem::exists(temporary / "a"));
  EXPECT_FALSE(std::filesystem::exists("a/b/c"));
}

TEST(CheckFolderCanBeWritten, SaysWhichCannot) {
  const test::TemporaryFolder temporary;
  temporary.write("a", "x");
  for (const char* name : {"a", "a/b", "a/b/c"}) {
    const auto error = test::thrown_error(
        [&] { check_folder_can_be_written(temporary / name, "name another one"); });
    EXPECT_EQ(error.where(), temporary / name);
    EXPECT_EQ(error.remedy(), "name another one");
  }
}

TEST(CheckFolderCanBeWritten, ReportsAFileAsMakeFolderDoes) {
  const test::TemporaryFolder temporary;
  const auto file = temporary.write("a", "x");
  const auto checked = test::thrown_error([&] { check_folder_can_be_written(file); });
  const auto made = test::thrown_error([&] { make_folder(file); });
  EXPECT_EQ(checked.problem(), made.problem());
  EXPECT_EQ(checked.exit_code(), made.exit_code());
}

}  // namespace
}  // namespace regard
