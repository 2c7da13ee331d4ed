#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "base/atomic_file.h"
#include "cli/commands.h"

namespace regard::cli {
namespace {

/// The keys that a config of the project sets, in any section.
std::set<std::string> keys_of(const std::string& yaml) {
  static const std::regex key(R"((?:^|[{,\n]|- ) *([a-z][a-z_0-9]*): )");
  std::set<std::string> keys;
  for (std::sregex_iterator match(yaml.begin(), yaml.end(), key), end; match != end; ++match) {
    keys.insert((*match)[1]);
  }
  return keys;
}

TEST(ConfigReference, HasARowForEachKeyOfTheProjectsConfigs) {
  const char* root = std::getenv("REGARD_SOURCE_DIR");
  if (root == nullptr) GTEST_SKIP() << "REGARD_SOURCE_DIR is not set";
  const auto reference = config_reference();
  std::set<std::string> keys;
  for (const auto& file : std::filesystem::directory_iterator(std::string(root) + "/configs")) {
    if (file.path().extension() == ".yaml") keys.merge(keys_of(read_file(file.path().string())));
  }
  EXPECT_GT(keys.size(), 50U);
  for (const auto& key : keys) {
    EXPECT_NE(reference.find("\n| `" + key + "` |"), std::string::npos) << key;
  }
}

TEST(ConfigReference, SaysWhatEachKeyMeans) {
  std::istringstream lines(config_reference());
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    const auto meaning = line.substr(line.rfind(" | ", line.size() - 3) + 3);
    EXPECT_TRUE(meaning.ends_with(". |")) << line;
  }
}

TEST(ConfigReference, HasEachSectionOnce) {
  std::istringstream lines(config_reference());
  std::set<std::string> headings;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("## ")) continue;
    EXPECT_TRUE(headings.insert(line).second) << line;
  }
  for (const auto* section : {"data", "tokenizer", "model", "training", "search"}) {
    EXPECT_TRUE(headings.contains(std::string("## ") + section)) << section;
  }
}

}  // namespace
}  // namespace regard::cli
