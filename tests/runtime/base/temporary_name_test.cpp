#include "base/files.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

TEST(TemporaryName, DiffersEachTimeAndNamesTheFileThatItReplaces) {
  const auto first = temporary_beside("folder/name.txt"),
             second = temporary_beside("folder/name.txt");
  EXPECT_NE(first, second);
  for (const auto& name : {first, second}) {
    EXPECT_EQ(name.parent_path(), "folder");
    EXPECT_EQ(replaced_by(name.filename()), "name.txt");
  }
}

TEST(TemporaryName, IsNoOtherName) {
  for (const std::string name : {"name.txt", "my.tmp-notes", "a.tmp-1", "a.tmp-1-", "a.tmp--1",
                                 "a.tmp-1-2-3x", ".tmp-1-2", ""}) {
    EXPECT_EQ(replaced_by(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace regard
