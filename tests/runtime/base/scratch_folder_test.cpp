#include "base/files.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <optional>

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

TEST(ScratchFolder, IsNobodyElses) {
  const ScratchFolder a, b;
  EXPECT_NE(a.path(), b.path());
}

}  // namespace
}  // namespace regard
