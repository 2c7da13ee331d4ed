#include "cli/conversation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "regard/base/limits.h"
#include "support/base/temporary_folder.h"

namespace regard::cli {
namespace {

using Strings = std::vector<std::string>;

TEST(PromptHistory, HasTheLinesOfAllWhoShareTheFile) {
  const test::TemporaryFolder folder;
  PromptHistory one(folder / "new/history"), other(folder / "new/history");
  one.add("a");
  other.add("b");
  one.add("c");
  EXPECT_EQ(one.lines(), (Strings{"a", "b", "c"}));
  EXPECT_EQ(PromptHistory(folder / "new/history").lines(), (Strings{"a", "b", "c"}));
}

TEST(PromptHistory, KeepsTheLastLinesOnly) {
  const test::TemporaryFolder folder;
  PromptHistory history(folder / "history");
  const int all = 3 * limits::kHistoryLines;
  for (int i = 0; i < all; ++i) history.add(std::to_string(i));
  const auto lines = history.lines();
  EXPECT_EQ(std::ssize(lines), limits::kHistoryLines);
  EXPECT_EQ(lines.back(), std::to_string(all - 1));
  const auto kept = folder.read("history");
  EXPECT_LE(std::ranges::count(kept, '\n'), 2 * limits::kHistoryLines);
}

TEST(PromptHistory, LeavesOutLinesThatNobodyTyped) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("history", "a\n\xFF\n\n" + std::string(100'000, 'x') + "\nb\n");
  PromptHistory history(path);
  EXPECT_EQ(history.lines(), (Strings{"a", "b"}));
  history.add(std::string(100'000, 'x'));
  history.add("c");
  EXPECT_EQ(history.lines(), (Strings{"a", "b", "c"}));
}

TEST(PromptHistory, IsEmptyWhereTheFileCannotBeUsed) {
  const test::TemporaryFolder folder;
  folder.write("mine", "mine\n");
  std::filesystem::create_symlink(folder / "mine", folder / "link");
  for (const auto& path : {std::string(), std::string("/dev/null/history"),
                           std::string("/dev/null"), folder.path().string(), folder / "link"}) {
    PromptHistory history(path);
    history.add("a");
    EXPECT_EQ(history.lines(), Strings{}) << path;
  }
  EXPECT_EQ(folder.read("mine"), "mine\n");
}

}  // namespace
}  // namespace regard::cli
