#include "base/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/process.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard {
namespace {

// Runs `action` with standard output connected to a pipe that nobody reads.
void with_closed_output(const auto& action) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const int saved = ::dup(STDOUT_FILENO);
  ::dup2(ends[1], STDOUT_FILENO);
  ::close(ends[0]);
  ::close(ends[1]);
  let_writes_fail();
  action();
  ::dup2(saved, STDOUT_FILENO);
  ::close(saved);
  std::signal(SIGPIPE, SIG_DFL);
}

TEST(OutputFile, CalledMinusIsStandardOutput) {
  testing::internal::CaptureStdout();
  OutputFile output("-");
  output.write("one\n");
  output.flush();
  output.write("two\n");
  output.commit();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "one\ntwo\n");
}

/// The bytes that a terminal receives when `action` writes to standard output.
std::string shown_by_terminal(const auto& action) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  ::grantpt(terminal);
  ::unlockpt(terminal);
  const int other_end = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
  const int saved = ::dup(STDOUT_FILENO);
  ::dup2(other_end, STDOUT_FILENO);
  action();
  ::dup2(saved, STDOUT_FILENO);
  ::close(saved);
  std::string shown(1000, '\0');
  shown.resize(static_cast<size_t>(::read(terminal, shown.data(), shown.size())));
  ::close(other_end);
  ::close(terminal);
  return shown;
}

TEST(StandardOutput, DoesNotCommandATerminal) {
  const std::string result = "a\tb \x1B]0;owned\x07 \u009B2J \u202Ecba\n";
  const std::string escaped = "a\tb \\x1B]0;owned\\x07 \\x9B2J \\u202Ecba\r\n";
  EXPECT_EQ(shown_by_terminal([&] { write_standard_output(result); }), escaped);
  EXPECT_EQ(shown_by_terminal([&] {
              OutputFile output("-");
              output.write(result);
              output.commit();
            }),
            escaped);
  EXPECT_EQ(shown_by_terminal([] { write_colored_output("\x1B[31mred\x1B[0m"); }),
            "\x1B[31mred\x1B[0m");
}

TEST(StandardOutput, GoesToAFileAsItIs) {
  testing::internal::CaptureStdout();
  write_standard_output("\x1B\u202E");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "\x1B\u202E");
}

TEST(OutputFile, WithANameThatEndsInGzIsCompressed) {
  const test::TemporaryFolder folder;
  std::string text;
  for (int line = 0; line < 20'000; ++line) text += "line " + std::to_string(line) + "\n";
  OutputFile output(folder / "text.gz");
  output.write(text.substr(0, 100));
  output.flush();
  output.write(text.substr(100));
  output.commit();
  EXPECT_LT(std::filesystem::file_size(folder / "text.gz"), text.size() / 3);
  std::string read(text.size() + 1, '\0');
  const auto file = ::gzopen((folder / "text.gz").c_str(), "rb");
  read.resize(static_cast<size_t>(::gzread(file, read.data(), static_cast<unsigned>(read.size()))));
  ::gzclose(file);
  EXPECT_EQ(read, text);
}

TEST(OutputFile, WithANameAppearsAtCommit) {
  const test::TemporaryFolder folder;
  OutputFile output(folder / "out.txt");
  output.write("one\n");
  output.flush();
  EXPECT_FALSE(std::filesystem::exists(folder / "out.txt"));
  output.commit();
  EXPECT_EQ(folder.read("out.txt"), "one\n");
}

TEST(OutputFile, ReportsThatTheReaderHasGone) {
  with_closed_output([] { EXPECT_THROW(write_standard_output("one\n"), OutputClosed); });
}

TEST(OutputFile, DestroyedAfterTheReaderHasGoneStaysSilent) {
  with_closed_output([] {
    OutputFile output("-");
    output.write("one\n");
  });
}

TEST(CheckReplacesNoInput, KnowsAFileByAllItsNames) {
  const test::TemporaryFolder folder;
  const auto input = folder.write("a.txt", "text");
  std::filesystem::create_symlink("a.txt", folder / "link.txt");
  for (const auto& output : {input, folder / "./a.txt", folder / "link.txt"}) {
    EXPECT_EQ(test::thrown_error([&] {
                check_replaces_no_input(output, {"", input});
              }).where(),
              output);
  }
  EXPECT_NO_THROW(check_replaces_no_input(folder / "other.txt", {input}));
  EXPECT_NO_THROW(check_replaces_no_input(folder.write("other.txt", "text"), {input}));
  EXPECT_NO_THROW(check_replaces_no_input("/dev/null", {"/dev/null"})) << "it holds nothing";
}

TEST(CheckReplacesNoInput, KnowsAFileThatIsStandardInput) {
  const test::TemporaryFolder folder;
  const auto input = folder.write("a.txt", "text");
  const int saved = ::dup(STDIN_FILENO), file = ::open(input.c_str(), O_RDONLY);
  ::dup2(file, STDIN_FILENO);
  EXPECT_THROW(check_replaces_no_input(input, {"-"}), Error);
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(file);
}

}  // namespace
}  // namespace regard
