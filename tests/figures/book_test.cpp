// docs/book.md says where each idea of the book stands. These tests hold it to what there is.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "regard/figures/figures.h"
#include "support/base/temporary_folder.h"
#include "support/golden.h"

namespace regard::figures {
namespace {

std::filesystem::path docs_folder() { return test::source_folder() / "docs"; }

std::string page() { return test::content_of(docs_folder() / "book.md"); }

/// What the group of `pattern` matches.
std::set<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    found.insert((*match)[1]);
  }
  return found;
}

/// The last cells of the tables' rows.
std::string last_cells() {
  std::istringstream lines(page());
  std::string cells;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|') || !line.ends_with('|')) continue;
    line.pop_back();
    cells += line.substr(line.rfind('|')) + '\n';
  }
  return cells;
}

TEST(BookPage, LinksToFilesThatExist) {
  const auto links = all_matches(page(), R"(\]\(([^)#:]+)\))");
  EXPECT_GT(links.size(), 50);
  for (const auto& link : links) {
    EXPECT_TRUE(std::filesystem::exists(docs_folder() / link)) << link;
  }
}

TEST(BookPage, NamesEveryFigureAndNoOther) {
  std::set<std::string> all;
  for (const auto& figure : figures()) all.emplace(figure.name);
  EXPECT_EQ(all_matches(last_cells(), "`([^`]+)`"), all);
}

}  // namespace
}  // namespace regard::figures
