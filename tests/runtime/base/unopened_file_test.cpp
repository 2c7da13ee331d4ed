#include "base/unopened_file.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "support/base/thrown_error.h"

namespace regard {
namespace {

std::string problem(const std::string& path, int error = ENOENT) {
  return test::thrown_error([&] { fail_to_open(path, error); }).problem();
}

TEST(UnopenedFile, IsNamedWithTheReason) {
  EXPECT_EQ(problem("a"), "no such file");
  EXPECT_EQ(problem("a", ELOOP), "is a symlink that refers to itself");
  EXPECT_EQ(problem("a", EACCES), "cannot be opened: Permission denied");
}

TEST(UnopenedFile, MayHaveNoNameOrBeStandardInput) {
  EXPECT_EQ(problem(""), "a file name is empty");
  EXPECT_EQ(problem("-"), "standard input cannot be read here");
}

}  // namespace
}  // namespace regard
