// docs/book.md says where each idea of the book stands, docs/book.zh.md the same in Chinese. These
// tests hold both to what there is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "diagrams/diagram.h"
#include "figures/figures.h"
#include "support/base/temporary_folder.h"
#include "support/golden.h"

namespace regard::figures {
namespace {

std::filesystem::path docs_folder() { return test::source_folder() / "docs"; }

/// What the group of `pattern` matches, in order.
std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

/// A section of the map: what follows the name of each cell, and the excerpt of the source.
struct Entry {
  std::vector<std::string> cells;
  std::string excerpt;
};

/// By their anchors, in order.
std::vector<std::pair<std::string, Entry>> entries_of(const std::string& page) {
  std::vector<std::pair<std::string, Entry>> entries;
  std::istringstream lines(page);
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    const auto anchors = all_matches(line, "^<a id=\"([^\"]+)\"></a>$");
    if (!anchors.empty()) entries.push_back({anchors.front(), {}});
    if (entries.empty()) continue;
    auto& entry = entries.back().second;
    if (line.starts_with("```")) {
      in_code = !in_code;
    } else if (in_code) {
      entry.excerpt += line + '\n';
    } else if (line.starts_with("- **")) {
      entry.cells.push_back(line.substr(line.find(":** ") + 4));
    }
  }
  return entries;
}

/// Source without white space and probes (ops/probe.h), which the pages leave out.
std::string bare(std::string source) {
  source = std::regex_replace(source, std::regex(R"((const )?(ops::)?ProbeScope [^;]*;)"), "");
  std::erase_if(source, [](unsigned char c) { return std::isspace(c) != 0; });
  const std::string probe = "REGARD_OBSERVED(";
  for (size_t at = source.find(probe); at != std::string::npos; at = source.find(probe, at)) {
    const size_t begin = at + probe.size(), comma = source.find(',', begin);
    size_t end = begin;
    for (int open = 1; open > 0; ++end)
      open += source[end] == '(' ? 1 : source[end] == ')' ? -1 : 0;
    source.replace(at, end - at, source.substr(comma + 1, end - 1 - (comma + 1)));
  }
  return source;
}

class BookPage : public testing::TestWithParam<const char*> {
 protected:
  std::string page() const { return test::content_of(docs_folder() / GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(, BookPage, testing::Values("book.md", "book.zh.md"),
                         [](const auto& info) { return info.index == 0 ? "English" : "Chinese"; });

constexpr size_t kFormula = 0, kSource = 1, kNumber = 2, kTest = 3, kFigure = 4, kCommand = 5;

TEST_P(BookPage, LinksToFilesThatExist) {
  const auto links = all_matches(page(), R"(\]\(([^)#:]+)\))");
  EXPECT_GT(links.size(), 50);
  for (const auto& link : links) {
    EXPECT_TRUE(std::filesystem::exists(docs_folder() / link)) << link;
  }
}

TEST_P(BookPage, HasAllCellsOfEverySection) {
  const auto entries = entries_of(page());
  EXPECT_GT(entries.size(), 35);
  for (const auto& [anchor, entry] : entries) {
    ASSERT_EQ(entry.cells.size(), 6u) << anchor;
    for (const auto& cell : entry.cells) EXPECT_FALSE(cell.empty()) << anchor;
    EXPECT_TRUE(entry.cells[kFormula].starts_with("$`")) << anchor;
    EXPECT_FALSE(entry.excerpt.empty()) << anchor;
    EXPECT_FALSE(entry.cells[kNumber].empty()) << anchor;
    EXPECT_NE(entry.cells[kTest].find("_test.cpp"), std::string::npos) << anchor;
    EXPECT_TRUE(entry.cells[kCommand].starts_with("`regard ")) << anchor;
  }
}

TEST_P(BookPage, QuotesTheSourceAsItStands) {
  for (const auto& [anchor, entry] : entries_of(page())) {
    const auto file = all_matches(entry.cells.at(kSource), R"(\]\(\.\./([^)]+)\))").at(0);
    const auto source = bare(test::content_of(test::source_folder() / file));
    EXPECT_NE(source.find(bare(entry.excerpt)), std::string::npos)
        << anchor << ", " << file << ":\n"
        << entry.excerpt;
  }
}

TEST_P(BookPage, NamesEveryFigureAndNoOther) {
  std::set<std::string> all, named;
  for (const auto& figure : figures()) all.emplace(figure.name);
  for (const auto& [anchor, entry] : entries_of(page())) {
    for (const auto& name : all_matches(entry.cells.at(kFigure), "`([a-z-]+)`")) named.insert(name);
  }
  EXPECT_EQ(named, all);
}

TEST_P(BookPage, NamesDrawingsThatExist) {
  for (const auto& [anchor, entry] : entries_of(page())) {
    for (const auto& cell : {entry.cells.at(kFigure), entry.cells.at(kCommand)}) {
      for (const auto& name : all_matches(cell, "regard draw --part ([a-z-]+)")) {
        EXPECT_NO_THROW(diagrams::find_idea(name)) << anchor;
      }
    }
  }
}

// The twins say the same of the same source in the same order.
TEST(BookPages, AgreeInTwoLanguages) {
  const auto english = entries_of(test::content_of(docs_folder() / "book.md"));
  const auto chinese = entries_of(test::content_of(docs_folder() / "book.zh.md"));
  ASSERT_EQ(english.size(), chinese.size());
  for (size_t i = 0; i < english.size(); ++i) {
    EXPECT_EQ(english[i].first, chinese[i].first);
    EXPECT_EQ(english[i].second.excerpt, chinese[i].second.excerpt);
    for (const size_t cell : {kFormula, kSource, kTest, kFigure, kCommand}) {
      EXPECT_EQ(english[i].second.cells.at(cell), chinese[i].second.cells.at(cell))
          << english[i].first;
    }
  }
}

}  // namespace
}  // namespace regard::figures
