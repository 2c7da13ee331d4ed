// docs/book.md, and docs/book.zh.md in Chinese, name the source of each idea of the book. These
// tests check both against the sources.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>

#include "diagrams/diagram.h"
#include "figures/book_page.h"
#include "figures/figures.h"

namespace regard::figures {
namespace {

using test::all_matches, test::docs_folder, test::entries_of;
using test::kFormula, test::kSource, test::kNumber, test::kTest, test::kFigure, test::kCommand;

/// Source code without white space and probes (ops/probe.h), which the pages omit.
std::string bare(std::string source) {
  source = std::regex_replace(source, std::regex(R"((const )?(ops::)?ProbeScope [^;]*;)"), "");
  std::erase_if(source, [](unsigned char c) { return std::isspace(c) != 0; });
  const std::string probe = "REGARD_OBSERVED(";
  for (size_t at = source.find(probe); at != std::string::npos; at = source.find(probe, at)) {
    const size_t begin = at + probe.size();
    const size_t comma = source.find("\",", begin) + 1;  // names may contain commas
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
  std::vector<test::BookEntry> entries() const { return entries_of(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(, BookPage, testing::Values("book.md", "book.zh.md"),
                         [](const auto& info) { return info.index == 0 ? "English" : "Chinese"; });

TEST_P(BookPage, LinksToFilesThatExist) {
  const auto links = all_matches(page(), R"(\]\(([^)#:]+)\))");
  EXPECT_GT(links.size(), 50);
  for (const auto& link : links) {
    EXPECT_TRUE(std::filesystem::exists(docs_folder() / link)) << link;
  }
}

TEST_P(BookPage, HasAllCellsOfEverySection) {
  EXPECT_GT(entries().size(), 45);
  for (const auto& [anchor, heading, cells, excerpt, also] : entries()) {
    ASSERT_EQ(cells.size(), test::kCells) << anchor;
    for (const auto& cell : cells) EXPECT_FALSE(cell.empty()) << anchor;
    EXPECT_TRUE(cells[kFormula].starts_with("$`")) << anchor;
    EXPECT_FALSE(excerpt.empty()) << anchor;
    EXPECT_NE(cells[kTest].find("_test.cpp"), std::string::npos) << anchor;
    EXPECT_TRUE(cells[kCommand].starts_with("`regard ")) << anchor;
    // A dash means that no figure shows the idea.
    EXPECT_TRUE(cells[kFigure] == "—" || cells[kFigure].starts_with('`')) << anchor;
  }
}

TEST_P(BookPage, QuotesTheSourceAsItStands) {
  for (const auto& entry : entries()) {
    const auto file = all_matches(entry.cells.at(kSource), R"(\]\(\.\./([^)]+)\))").at(0);
    const auto source = bare(test::content_of(test::source_folder() / file));
    EXPECT_NE(source.find(bare(entry.excerpt)), std::string::npos)
        << entry.anchor << ", " << file << ":\n"
        << entry.excerpt;
  }
}

TEST_P(BookPage, NamesEveryFigureAndNoOther) {
  std::set<std::string> all, named;
  for (const auto& figure : figures()) all.emplace(figure.name);
  for (const auto& entry : entries()) {
    for (const auto& name : all_matches(entry.cells.at(kFigure), "`([a-z-]+)`")) named.insert(name);
  }
  EXPECT_EQ(named, all);
}

TEST_P(BookPage, NamesEveryDrawingAndNoOther) {
  std::set<std::string> all, named;
  for (const auto& idea : diagrams::ideas()) all.emplace(idea.name);
  for (const auto& entry : entries()) {
    for (const auto& cell : {entry.cells.at(kFigure), entry.cells.at(kCommand)}) {
      for (const auto& name : all_matches(cell, "regard draw --part ([a-z-]+)")) named.insert(name);
    }
  }
  EXPECT_EQ(named, all);
}

// regard draw --list prints the sections of the edition of its language.
TEST_P(BookPage, HasEachDrawingInTheSectionThatTheDrawingNames) {
  for (const auto& idea : diagrams::ideas()) {
    const bool is_english = std::string(GetParam()) == "book.md";
    const auto section = std::string(is_english ? idea.section : idea.chinese_section);
    const bool is_there = std::ranges::any_of(entries(), [&](const auto& entry) {
      return entry.heading.starts_with(section + ' ') &&
             entry.cells.at(kFigure).find("--part " + std::string(idea.name) + '`') !=
                 std::string::npos;
    });
    EXPECT_TRUE(is_there || section.empty()) << idea.name << ": " << section;
  }
}

/// The section as numbers, since 9.3 comes before 9.10. Empty for papers.
std::optional<std::pair<int, int>> section_of(const std::string& heading) {
  std::smatch match;
  if (!std::regex_search(heading, match, std::regex("^([0-9]+)\\.([0-9]+)"))) return {};
  return std::pair{std::stoi(match[1]), std::stoi(match[2])};
}

TEST_P(BookPage, FollowsTheOrderOfItsEdition) {
  std::pair<int, int> last{0, 0};
  for (const auto& entry : entries()) {
    const auto section = section_of(entry.heading);
    if (!section) continue;
    EXPECT_LE(last, *section) << entry.heading;
    last = *section;
  }
}

/// Numbers of a text in the notation of code: "5,952", "10⁻⁸" and "0.8" become "5952", "1e-8" and
/// "0.8". Ignores words in backquotes, links, and numbers with one digit.
std::set<std::string> numbers_in(std::string text) {
  text = std::regex_replace(text, std::regex("`[^`]*`|\\]\\([^)]*\\)"), " ");
  const std::map<std::string, std::string> digits = {{"⁰", "0"}, {"¹", "1"}, {"²", "2"}, {"⁴", "4"},
                                                     {"⁵", "5"}, {"⁶", "6"}, {"⁸", "8"}};
  text = std::regex_replace(text, std::regex("10⁻"), "1e-");
  for (const auto& [raised, digit] : digits) {
    text = std::regex_replace(text, std::regex(raised), digit);
  }
  text = std::regex_replace(text, std::regex("([0-9]),([0-9]{3})"), "$1$2");
  std::set<std::string> numbers;
  for (const auto& number :
       all_matches(text, R"((?:^|[^0-9.A-Za-z^])(1e-[0-9]+|[0-9]+(?:\.[0-9]+)?))")) {
    if (number.size() > 1) numbers.insert(number);
  }
  return numbers;
}

/// Each number in a text occurs in a test that the cell links to.
void expect_checked(const std::string& text, const std::string& cell_with_tests) {
  std::string tests;
  for (const auto& file : all_matches(cell_with_tests, R"(\]\(\.\./([^)]+)\))"))
    tests += test::content_of(test::source_folder() / file);
  EXPECT_FALSE(tests.empty()) << cell_with_tests;
  for (const auto& number : numbers_in(text)) {
    const std::regex alone("(^|[^0-9.])" + number + "([^0-9]|$)");
    EXPECT_TRUE(std::regex_search(tests, alone)) << text << ": " << number;
  }
}

TEST_P(BookPage, HasNumbersThatTheTestsItNamesCheck) {
  for (const auto& entry : entries()) {
    expect_checked(entry.cells.at(kNumber), entry.cells.at(kTest));
    for (const auto& remark : entry.also) expect_checked(remark, remark);
  }
}

// The tests are in figures/book_formulas_*_test.cpp.
TEST_P(BookPage, HasFormulasThatATestEvaluates) {
  std::string tests;
  for (const char* part : {"recurrent", "attention", "transformer", "examples"}) {
    tests += test::content_of(test::source_folder() / "tests/learn/figures" /
                              ("book_formulas_" + std::string(part) + "_test.cpp"));
  }
  for (const auto& entry : entries()) {
    const std::regex evaluated("is_printed\\(\\s*\"" + entry.anchor + "\"");
    EXPECT_TRUE(std::regex_search(tests, evaluated)) << entry.anchor;
  }
}

/// Commands on the Chinese page request Chinese figures.
std::string in_english(const std::string& cell) {
  return std::regex_replace(cell, std::regex(" --lang zh"), "");
}

std::string number_of(const std::string& heading) { return heading.substr(0, heading.find(' ')); }

/// The section that a command writes: each page numbers it as its edition does.
std::string section_to_write(const std::string& cell) {
  const auto sections = all_matches(cell, "^`regard book ([0-9.]+)`$");
  return sections.empty() ? "" : sections.front();
}

// Both pages have the same entries with the same sources.
TEST(BookPages, AgreeInTwoLanguages) {
  std::map<std::string, test::BookEntry> chinese;
  for (const auto& entry : entries_of("book.zh.md")) chinese.emplace(entry.anchor, entry);
  const auto english = entries_of("book.md");
  EXPECT_EQ(english.size(), chinese.size());
  for (const auto& entry : english) {
    const auto& twin = chinese.at(entry.anchor);
    EXPECT_EQ(entry.excerpt, twin.excerpt);
    EXPECT_EQ(entry.cells.at(kFormula), test::with_english_words(twin.cells.at(kFormula)));
    for (const size_t cell : {kSource, kTest, kFigure, kCommand}) {
      if (const auto section = section_to_write(entry.cells.at(cell)); !section.empty()) {
        EXPECT_TRUE(entry.heading.starts_with(section + ' ')) << entry.anchor;
        EXPECT_EQ(twin.cells.at(cell), "`regard book " + number_of(twin.heading) + " --lang zh`");
        continue;
      }
      EXPECT_EQ(entry.cells.at(cell), in_english(twin.cells.at(cell))) << entry.anchor;
    }
    ASSERT_EQ(entry.also.size(), twin.also.size()) << entry.anchor;
    for (size_t i = 0; i < entry.also.size(); ++i)
      EXPECT_EQ(numbers_in(entry.also[i]), numbers_in(twin.also[i])) << entry.anchor;
  }
}

}  // namespace
}  // namespace regard::figures
