#include "cli/run_program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>

#include "base/atomic_file.h"
#include "cli/program.h"

namespace regard::cli {
namespace {

TEST(EnvironmentVariables, AreAllThatTheSourcesRead) {
  const char* root = std::getenv("REGARD_SOURCE_DIR");
  if (root == nullptr) GTEST_SKIP() << "REGARD_SOURCE_DIR is not set";
  std::string known = ", ";
  for (const auto& variable : environment_variables()) {
    known += std::string(variable.names) + ", ";
  }
  const std::regex read(R"#((?:getenv|environment)\("([A-Z_]+)"\))#");
  size_t found = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(root) / "src")) {
    if (file.path().extension() != ".cpp") continue;
    const auto text = read_file(file.path().string());
    for (std::sregex_iterator match(text.begin(), text.end(), read), end; match != end; ++match) {
      ++found;
      EXPECT_NE(known.find(", " + match->str(1) + ", "), std::string::npos)
          << file.path() << " reads " << match->str(1);
    }
  }
  EXPECT_GT(found, 5U);
}

TEST(EnvironmentVariables, BelongToExistingCommands) {
  for (const auto& variable : environment_variables()) {
    if (variable.command.empty()) continue;
    EXPECT_NO_THROW(command_named(std::string(variable.command)));
  }
}

}  // namespace
}  // namespace regard::cli
