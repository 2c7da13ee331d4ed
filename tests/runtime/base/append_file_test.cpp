#include "base/atomic_file.h"

#include <gtest/gtest.h>

#include <string>

#include "support/base/file_size_limit.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard {
namespace {

using test::TemporaryFolder;
using test::thrown_error;

TEST(AppendFile, GrowsByWhatIsWritten) {
  const TemporaryFolder folder;
  folder.write("log", "one\n");
  AppendFile file(folder / "log");
  EXPECT_EQ(file.size(), 4);
  file.write("two\n");
  EXPECT_EQ(file.size(), 8);
  file.flush();
  EXPECT_EQ(folder.read("log"), "one\ntwo\n");
}

TEST(AppendFile, OfAFullDiskSaysSo) {
  const TemporaryFolder folder;
  AppendFile file(folder / "log");
  const test::FileSizeLimit full(1000);
  const Error error = thrown_error([&] {
    file.write(std::string(2000, 'x'));
    file.flush();
  });
  EXPECT_EQ(error.problem(), "cannot be written: File too large");
  EXPECT_EQ(error.where(), folder / "log");
  EXPECT_EQ(error.exit_code(), ExitCode::failure);
}

TEST(AppendFile, RefusesAMissingFolder) {
  const TemporaryFolder folder;
  const Error error = thrown_error([&] { AppendFile file(folder / "no/log"); });
  EXPECT_EQ(error.problem(), "cannot be written: No such file or directory");
}

}  // namespace
}  // namespace regard
