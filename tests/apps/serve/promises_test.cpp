// The tests that documents name for their promises must exist.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/atomic_file.h"

namespace regard::serve {
namespace {

namespace fs = std::filesystem;

/// The names between backticks in the last column of the table below a heading.
std::vector<std::string> names_below(const std::string& text, const std::string& heading) {
  std::vector<std::string> names;
  const size_t begin = text.find("\n| Promise | Test |\n", text.find(heading));
  for (size_t at = text.find("\n|", begin + 1); at != std::string::npos && text[at + 1] == '|';
       at = text.find('\n', at + 1)) {
    const auto row = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    const auto cell = row.substr(row.rfind('|', row.size() - 2));
    for (size_t tick = cell.find('`'); tick != std::string::npos; tick = cell.find('`', tick + 1)) {
      const size_t end = cell.find('`', tick + 1);
      names.push_back(cell.substr(tick + 1, end - tick - 1));
      tick = end;
    }
  }
  return names;
}

/// The text of all files in a folder.
std::string text_of(const fs::path& folder, const std::string& ending) {
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto path = entry.path().string();
    if (entry.is_regular_file() && path.ends_with(ending)) text += read_file(path);
  }
  return text;
}

TEST(Promises, OfTheSecurityDocumentNameExistingTests) {
  const char* source = std::getenv("REGARD_SOURCE_DIR");
  if (source == nullptr) GTEST_SKIP() << "REGARD_SOURCE_DIR is not set";
  const fs::path root = source;
  const auto names = names_below(read_file(root / "SECURITY.md"), "## Which test covers what");
  EXPECT_GT(names.size(), 20);
  const auto tests = text_of(root / "tests", "_test.cpp");
  const auto attacks = read_file(root / "tests/attack/command_line") +
                       read_file(root / "tests/attack/server") +
                       text_of(root / "tests/attack", ".py");
  for (const auto& name : names) {
    const bool is_suite = tests.find("TEST(" + name) != std::string::npos ||
                          tests.find("TEST_F(" + name) != std::string::npos;
    const bool is_attack = attacks.find('"' + name + '"') != std::string::npos ||
                           attacks.find("def " + name) != std::string::npos;
    EXPECT_TRUE(is_suite || is_attack || fs::exists(root / name)) << name;
  }
}

}  // namespace
}  // namespace regard::serve
