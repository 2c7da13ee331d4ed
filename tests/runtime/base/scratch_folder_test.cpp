#include "base/files.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <csignal>
#include <fstream>
#include <optional>

#include "base/atomic_file.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"

namespace regard {
namespace {

TEST(ScratchFolder, GoesAwayWithWhatIsInIt) {
  std::optional<ScratchFolder> folder(std::in_place);
  const auto path = folder->path();
  EXPECT_TRUE(std::filesystem::is_directory(path));
  std::ofstream(*folder / "file") << "text";
  EXPECT_TRUE(std::filesystem::exists(path / "file"));
  folder.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ScratchFolder, OfAProcessThatWasKilledIsDeletedByTheNext) {
  const test::TemporaryFolder temporary;
  ::setenv("TMPDIR", std::string(temporary / "").c_str(), 1);
  EXPECT_EXIT(
      {
        const ScratchFolder abandoned;
        std::ofstream(abandoned / "file") << "text";
        std::raise(SIGKILL);
      },
      testing::KilledBySignal(SIGKILL), "");
  const auto count = [&] {
    namespace fs = std::filesystem;
    return std::distance(fs::directory_iterator(temporary / ""), fs::directory_iterator());
  };
  EXPECT_EQ(count(), 1);
  const ScratchFolder next, another;
  EXPECT_EQ(count(), 2) << "those in use stay";
  ::unsetenv("TMPDIR");
}

TEST(ScratchFolder, GoesAwayIfASignalEndsTheProgram) {
  const test::TemporaryFolder temporary;
  ::setenv("TMPDIR", std::string(temporary / "").c_str(), 1);
  const auto fill_until = [&](int signal) {
    remove_unfinished_on_signals();
    const ScratchFolder folder;
    std::filesystem::create_directories(folder.path() / "a/b");
    std::ofstream(folder / "a/b/file") << "text";
    std::filesystem::create_directory_symlink(temporary.path() / "kept", folder.path() / "link");
    for (int number = 0; number < 500; ++number) std::ofstream(folder / std::to_string(number));
    std::raise(signal);
  };
  temporary.write("kept/file", "of others");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EXIT(fill_until(signal), testing::KilledBySignal(signal), "");
    EXPECT_EQ(temporary.names(), std::vector<std::string>{"kept"}) << signal;
  }
  EXPECT_EQ(temporary.read("kept/file"), "of others");
  ::unsetenv("TMPDIR");
}

TEST(ScratchFolder, HasItsOwnPath) {
  const ScratchFolder a, b;
  EXPECT_NE(a.path(), b.path());
}

}  // namespace
}  // namespace regard
