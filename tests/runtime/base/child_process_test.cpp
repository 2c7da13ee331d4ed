#include "base/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "support/base/temporary_folder.h"

namespace regard {
namespace {

using Command = std::vector<std::string>;

int run(const Command& command, const std::string& output) {
  return ChildProcess({.command = command, .output = output}).wait();
}

TEST(OwnProgram, IsTheFileOfThisTest) {
  EXPECT_EQ(std::filesystem::path(own_program()).filename(), "regard_base_tests");
}

TEST(ChildProcess, LeavesItsOutputAndItsExitCode) {
  const test::TemporaryFolder folder;
  const auto output = folder / "output";
  EXPECT_EQ(run({"/bin/sh", "-c", "echo one; echo two >&2; exit 3"}, output), 3);
  EXPECT_EQ(run({"/bin/sh", "-c", "echo three"}, output), 0);
  EXPECT_EQ(folder.read("output"), "one\ntwo\nthree\n");
}

TEST(ChildProcess, IsReportedByTheSignalThatEndedIt) {
  ChildProcess child({.command = {"/bin/sleep", "100"}, .output = {}});
  EXPECT_EQ(child.exit_code(), std::nullopt);
  child.send(SIGTERM);
  EXPECT_EQ(child.wait(), 143);
  EXPECT_EQ(child.exit_code(), 143);
}

TEST(ChildProcess, ThatCannotBeStartedEndsWith127) {
  EXPECT_EQ(ChildProcess({.command = {"/no/such/program"}, .output = {}}).wait(), 127);
}

TEST(ChildProcess, ReadsNothingOfOurInput) {
  EXPECT_EQ(ChildProcess({.command = {"/bin/sh", "-c", "read line"}, .output = {}}).wait(), 1);
}

}  // namespace
}  // namespace regard
