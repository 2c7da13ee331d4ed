#include "cli/commands.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/atomic_file.h"

namespace regard::cli {
namespace {

TEST(ConfigReference, IsWhatTheDocumentationHolds) {
  const char* source_dir = std::getenv("REGARD_SOURCE_DIR");
  const std::string root = source_dir == nullptr ? "." : source_dir;
  EXPECT_EQ(read_file(root + "/docs/config.md"), config_reference())
      << "run: regard config reference > docs/config.md";
}

}  // namespace
}  // namespace regard::cli
