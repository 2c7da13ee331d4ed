#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard {
namespace {

using test::TemporaryFolder;

std::string refusal(const std::filesystem::path& path) {
  const auto error = test::thrown_error([&] { size_of_regular_file(path); });
  EXPECT_EQ(error.where(), path.string());
  return error.problem();
}

TEST(RegularFile, HasASize) {
  const TemporaryFolder folder;
  EXPECT_EQ(size_of_regular_file(folder.write("five", "bytes")), 5);
  std::filesystem::create_symlink("five", folder / "link");
  EXPECT_EQ(size_of_regular_file(folder / "link"), 5);
}

TEST(RegularFile, MayBeTooLarge) {
  const TemporaryFolder folder;
  const auto path = folder.write("five", "bytes");
  EXPECT_EQ(size_of_regular_file(path, 5), 5);
  EXPECT_EQ(test::thrown_error([&] { size_of_regular_file(path, 4); }).problem(),
            "has 5 bytes, but at most 4 are allowed");
}

TEST(RegularFile, IsNothingElse) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal(folder / "none"), "no such file");
  EXPECT_EQ(refusal(folder.path()), "is a directory, but must be a file");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(refusal(folder / "pipe"), "is a pipe, but must be a file");
  EXPECT_EQ(refusal("/dev/zero"), "is a device, but must be a file");
  std::filesystem::create_symlink("itself", folder / "itself");
  EXPECT_EQ(refusal(folder / "itself"), "is a symlink that refers to itself");
}

}  // namespace
}  // namespace regard
