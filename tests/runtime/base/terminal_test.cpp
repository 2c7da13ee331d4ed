#include "base/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <string>

namespace regard {
namespace {

TEST(Terminal, KnowsItsWidth) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(terminal, 0);
  const winsize size{.ws_row = 24, .ws_col = 132, .ws_xpixel = 0, .ws_ypixel = 0};
  ASSERT_EQ(::ioctl(terminal, TIOCSWINSZ, &size), 0);
  EXPECT_EQ(terminal_columns(terminal), 132U);
  ::close(terminal);
}

TEST(Terminal, IsEightyColumnsWideIfThereIsNone) {
  const int file = ::open("/dev/null", O_RDONLY);
  EXPECT_EQ(terminal_columns(file), 80U);
  ::close(file);
}

class Fitted : public testing::Test {
 protected:
  void SetUp() override {
    const winsize size{.ws_row = 24, .ws_col = 20, .ws_xpixel = 0, .ws_ypixel = 0};
    ASSERT_EQ(::ioctl(terminal, TIOCSWINSZ, &size), 0);
  }
  ~Fitted() override { ::close(terminal); }

  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
};

TEST_F(Fitted, BreaksLinesAtTheTerminalsWidth) {
  EXPECT_EQ(fitted("  exactly 20 columns", terminal, 2), "  exactly 20 columns");
  EXPECT_EQ(fitted("été après été, et après", terminal, 2), "été après été, et\n  après");
}

TEST_F(Fitted, KeepsTheMarginOfALine) {
  EXPECT_EQ(fitted("    give it another name", terminal, 4), "    give it another\n    name");
}

TEST_F(Fitted, KeepsLinesApartAndRowsOfTablesWhole) {
  const std::string table = "   pairs  times  text\n   4,341   1.00  train.en and valid.en";
  EXPECT_EQ(fitted("an epoch has 6,713 pairs:\n" + table, terminal, 2),
            "an epoch has 6,713\n  pairs:\n" + table);
}

TEST_F(Fitted, BreaksNoLinesWithoutATerminal) {
  const int file = ::open("/dev/null", O_RDONLY);
  EXPECT_EQ(fitted(std::string(100, 'x') + " y", file, 2), std::string(100, 'x') + " y");
  ::close(file);
}

}  // namespace
}  // namespace regard
