#include "base/readable.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

TEST(ShellWord, LeavesPlainTextAsItIs) {
  EXPECT_EQ(shell_word("runs/quick-transformer"), "runs/quick-transformer");
  EXPECT_EQ(shell_word("model.regard"), "model.regard");
}

TEST(ShellWord, QuotesWhatTheShellWouldRead) {
  EXPECT_EQ(shell_word("my run"), "'my run'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_word("mod\xC3\xA8le"), "'mod\xC3\xA8le'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace regard
