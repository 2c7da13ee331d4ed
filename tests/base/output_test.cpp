#include "regard/base/output.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <csignal>

#include "regard/base/error.h"
#include "regard/base/interrupt.h"
#include "support/base/temporary_folder.h"

namespace regard {
namespace {

// Runs `action` with standard output going into a pipe that nobody reads.
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

TEST(OutputFile, TellsWhenTheReaderHasGone) {
  with_closed_output([] { EXPECT_THROW(write_standard_output("one\n"), OutputClosed); });
}

TEST(OutputFile, DestroyedAfterTheReaderHasGoneStaysSilent) {
  with_closed_output([] {
    OutputFile output("-");
    output.write("one\n");
  });
}

}  // namespace
}  // namespace regard
