#include "base/machine.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard {
namespace {

const test::TemporaryFolder folder;

TEST(MemoryMap, HoldsTheBytesOfTheFile) {
  const std::string text = std::string("a\0b\n", 4) + std::string(10'000, 'x');
  const MemoryMap map(folder.write("file", text));
  EXPECT_EQ(map.bytes(), text);
}

TEST(MemoryMap, OfAnEmptyFileIsEmpty) {
  EXPECT_TRUE(MemoryMap(folder.write("empty", "")).bytes().empty());
}

TEST(MemoryMap, OutlivesTheFilesName) {
  const auto path = folder.write("gone", "still here");
  MemoryMap map(path);
  std::filesystem::remove(path);
  const MemoryMap moved(std::move(map));
  EXPECT_EQ(moved.bytes(), "still here");
}

TEST(MemoryMap, KeepsTheBytesOfAFileThatIsShortened) {
  const std::string text(1'000'000, 'x');
  const auto path = folder.write("short", text);
  const MemoryMap map(path);
  std::filesystem::resize_file(path, 0);
  EXPECT_EQ(map.bytes(), text);
  for (const auto& name : folder.names()) EXPECT_FALSE(name.starts_with("regard-")) << name;
}

TEST(MemoryMap, OfAMissingFileIsAnError) {
  const auto error = test::thrown_error([] { MemoryMap(folder / "missing"); });
  EXPECT_EQ(error.where(), folder / "missing");
}

}  // namespace
}  // namespace regard
