#include "base/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include "base/process.h"
#include "support/base/file_size_limit.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard {
namespace {

using test::TemporaryFolder;
using test::thrown_error;
using Names = std::vector<std::string>;

TEST(AtomicFile, AppearsUnderItsNameAtCommit) {
  const TemporaryFolder folder;
  AtomicFile file(folder / "weights");
  file.write("all ");
  file.write("of it");
  file.flush();
  EXPECT_FALSE(std::filesystem::exists(folder / "weights"));
  file.commit();
  EXPECT_EQ(folder.read("weights"), "all of it");
  EXPECT_EQ(folder.names(), Names{"weights"});
}

TEST(AtomicFile, WithoutCommitLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  folder.write("weights", "old");
  {
    AtomicFile file(folder / "weights");
    file.write("new");
    file.flush();
  }
  EXPECT_EQ(folder.read("weights"), "old");
  EXPECT_EQ(folder.names(), Names{"weights"});
}

TEST(AtomicFile, RemovesFilesOfAKilledProcess) {
  const TemporaryFolder folder;
  folder.write("weights.tmp-1-0", "half");
  const std::vector<std::string> others = {"other.tmp-1-0", "weights.tmp-1", "weights.tmp-1-0-0",
                                           "weights.tmp-a-0", "weights2.tmp-1-0"};
  for (const auto& name : others) folder.write(name, "of others");
  write_file_atomically(folder / "weights", "whole");
  auto expected = others;
  expected.emplace_back("weights");
  std::ranges::sort(expected);
  EXPECT_EQ(folder.names(), expected);
}

TEST(AtomicFile, DisappearsIfASignalEndsTheProgram) {
  const TemporaryFolder folder;
  folder.write("weights", "old");
  const auto write_until = [&](int signal) {
    remove_unfinished_on_signals();
    write_file_atomically(folder / "complete", "all of it");
    AtomicFile file(folder / "weights");
    file.write("new");
    file.flush();
    std::raise(signal);
  };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EXIT(write_until(signal), testing::KilledBySignal(signal), "");
    EXPECT_EQ(folder.names(), (Names{"complete", "weights"})) << signal;
    EXPECT_EQ(folder.read("weights"), "old");
  }
}

TEST(AtomicFile, DisappearsAtTheSecondCtrlC) {
  const TemporaryFolder folder;
  const auto press_twice = [&] {
    remove_unfinished_on_signals();
    const InterruptGuard guard;
    AtomicFile file(folder / "weights");
    file.flush();
    std::raise(SIGINT);
    std::raise(SIGINT);
  };
  EXPECT_EXIT(press_twice(), testing::KilledBySignal(SIGINT), "");
  EXPECT_EQ(folder.names(), Names{});
}

TEST(AtomicFile, StaysIfAnIgnoredSignalComes) {
  const TemporaryFolder folder;
  const auto close_terminal = [&] {
    std::signal(SIGHUP, SIG_IGN);  // as under nohup
    remove_unfinished_on_signals();
    AtomicFile file(folder / "weights");
    std::raise(SIGHUP);
    file.commit();
    std::exit(0);
  };
  EXPECT_EXIT(close_terminal(), testing::ExitedWithCode(0), "");
  EXPECT_EQ(folder.names(), Names{"weights"});
}

TEST(AtomicFile, LeavesFilesOfALivingProcess) {
  const TemporaryFolder folder;
  AtomicFile slow(folder / "weights");
  slow.write("slow");
  slow.flush();
  write_file_atomically(folder / "weights", "quick");
  slow.commit();
  EXPECT_EQ(folder.read("weights"), "slow");
  EXPECT_EQ(folder.names(), Names{"weights"});
}

TEST(AtomicFile, KeepsLargeContentsInOrder) {
  const TemporaryFolder folder;
  std::string expected;
  AtomicFile file(folder / "large");
  for (int i = 0; i < 300; ++i) {
    const std::string part(static_cast<size_t>(i * 7 % 1000 * (i % 50 == 0 ? 100 : 1)),
                           static_cast<char>('a' + i % 26));
    expected += part;
    file.write(part);
  }
  file.commit();
  EXPECT_EQ(read_file(folder / "large"), expected);
}

TEST(AtomicFile, OfAFullDiskSaysThatTheOldFileIsUnchanged) {
  const TemporaryFolder folder;
  folder.write("weights", "old");
  const test::FileSizeLimit full(1000);
  const Error error =
      thrown_error([&] { write_file_atomically(folder / "weights", std::string(200000, 'x')); });

  EXPECT_EQ(error.where(), folder / "weights");
  EXPECT_EQ(error.problem(), "cannot be written: File too large");
  EXPECT_EQ(error.remedy(),
            "raise the limit on the size of files (ulimit -f); the old file is unchanged");
  EXPECT_EQ(error.exit_code(), ExitCode::failure);
  EXPECT_EQ(folder.read("weights"), "old");
  EXPECT_EQ(folder.names(), Names{"weights"});
}

TEST(AtomicFile, MayHaveALongName) {
  const TemporaryFolder folder;
  const auto path = folder / std::string(250, 'a');
  write_file_atomically(path, "a cat");
  EXPECT_EQ(read_file(path), "a cat");
}

TEST(AtomicFile, WritesThroughALink) {
  const TemporaryFolder folder;
  folder.write("target", "old");
  std::filesystem::create_symlink("target", folder / "link");
  write_file_atomically(folder / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(folder.read("target"), "new");
}

TEST(AtomicFile, WritesIntoADeviceWithoutReplacingIt) {
  write_file_atomically("/dev/null", "gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, FollowsTheUmask) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  write_file_atomically(folder / "file", "text");
  ::umask(before);
  const auto permissions = std::filesystem::status(folder / "file").permissions();
  EXPECT_EQ(static_cast<unsigned>(permissions), 0640U);
}

TEST(AtomicFile, MakesTheFolderThatIsMissing) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "new/deep/file", "text");
  EXPECT_EQ(read_file(folder / "new/deep/file"), "text");
}

TEST(AtomicFile, RefusesAFolderAndAFolderThatIsAFile) {
  const TemporaryFolder folder;
  const Error is_folder = thrown_error([&] { AtomicFile file(folder.path()); });
  EXPECT_EQ(is_folder.problem(), "is a directory, but must be a file to write to");
  EXPECT_EQ(is_folder.remedy(), "name a file in it");
  folder.write("text", "");
  const Error below = thrown_error([&] { AtomicFile file(folder / "text/file"); });
  EXPECT_EQ(below.problem(), "is a file, but must be a folder");
  EXPECT_EQ(below.where(), folder / "text");
}

TEST(ReadFile, GivesEveryByte) {
  const TemporaryFolder folder;
  const std::string bytes("a\0b\r\n\xFF", 6);
  folder.write("bytes", bytes);
  EXPECT_EQ(read_file(folder / "bytes"), bytes);
}

TEST(ReadFile, SaysWhatIsWrongAndWhatToDo) {
  const TemporaryFolder folder;
  const auto none = thrown_error([&] { read_file(folder / "none"); });
  EXPECT_EQ(none.problem(), "no such file");
  EXPECT_EQ(none.remedy(), "check the path");
  EXPECT_EQ(thrown_error([&] { read_file("none"); }).remedy(),
            "check the path; it is relative to the working directory");
  const auto directory = thrown_error([&] { read_file(folder.path()); });
  EXPECT_EQ(directory.problem(), "is a directory, but must be a file");
  EXPECT_EQ(directory.remedy(), "name a file in it");
}

}  // namespace
}  // namespace regard
