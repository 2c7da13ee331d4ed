#include <gtest/gtest.h>

#include <string>

#include "base/files.h"
#include "base/suffixed_name.h"
#include "base/utf8.h"

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

TEST(TemporaryName, OfALongNameIsNotTooLongForTheFileSystem) {
  constexpr size_t kMost = 255;
  for (const std::string letter : {"a", "\u00E9"}) {
    std::string name;
    while (name.size() + letter.size() <= 250) name += letter;
    const auto temporary = temporary_beside("folder/" + name);
    EXPECT_LE(temporary.filename().string().size(), kMost);
    EXPECT_FALSE(first_invalid_utf8(temporary.filename().string()).has_value());
    EXPECT_EQ(replaced_by(temporary.filename()), name_for_suffix(name));
    EXPECT_LE(with_suffix(name, ".unfinished").string().size(), kMost);
  }
  EXPECT_NE(name_for_suffix(std::string(250, 'a') + "b"), name_for_suffix(std::string(250, 'a')));
}

}  // namespace
}  // namespace regard
