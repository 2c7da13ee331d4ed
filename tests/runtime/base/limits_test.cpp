#include "regard/base/limits.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <regex>
#include <string>

#include "base/atomic_file.h"

namespace regard {
namespace {

using Values = std::map<std::string, std::string>;

/// The matches of the pattern's two groups, the first as the key.
Values found_in(const std::string& file, const char* pattern) {
  const auto text = read_file(std::string(std::getenv("REGARD_SOURCE_DIR")) + '/' + file);
  const std::regex expression(pattern);
  Values found;
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
       ++match) {
    found[match->str(1)] = match->str(2);
  }
  return found;
}

/// Writes "256 * kKibibyte" as 256 KiB, "1'000" as 1,000.
std::string in_words(const std::string& value) {
  auto words = std::regex_replace(value, std::regex(R"( \* kKibibyte)"), " KiB");
  words = std::regex_replace(words, std::regex(R"( \* kMebibyte)"), " MiB");
  words = std::regex_replace(words, std::regex("^kMebibyte"), "1 MiB");
  return std::regex_replace(words, std::regex("'"), ",");
}

TEST(Limits, AreThoseThatTheDocumentationNames) {
  if (std::getenv("REGARD_SOURCE_DIR") == nullptr) GTEST_SKIP() << "REGARD_SOURCE_DIR is not set";
  auto limits = found_in("include/regard/base/limits.h", R"((k[A-Z]\w+) = ([^;,]+);)");
  const auto named = found_in("docs/reliability.md", R"(\| `(k\w+)` \| ([^|]+) \|)");
  EXPECT_GT(named.size(), 4U);
  for (const auto& [name, value] : named) EXPECT_EQ(in_words(limits[name]), value) << name;
}

}  // namespace
}  // namespace regard
