// docs/exercises.md and its Chinese edition, docs/exercises.zh.md, name headers, declarations,
// tests and solutions. These tests check that they exist.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/base/temporary_folder.h"
#include "support/golden.h"

namespace regard::test {
namespace {

const std::filesystem::path& exercises_folder() {
  static const auto folder = source_folder() / "tests/learn/exercises";
  return folder;
}

std::string exercises_page(const std::string& name = "exercises.md") {
  return content_of(source_folder() / "docs" / name);
}

/// All matches of the group in `pattern`, in order.
std::vector<std::string> groups_in(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

struct ExerciseText {
  std::string title;
  std::string text = {}, declarations = {};

  /// The common name of the header, the test and the solution.
  std::string name() const {
    return groups_in(text, "- \\*\\*Write:\\*\\* `src/training/nn/([a-z_]+)\\.h`").at(0);
  }
  std::string test() const { return content_of(exercises_folder() / (name() + "_test.cpp")); }
  std::filesystem::path solution() const {
    return exercises_folder() / "solutions" / (name() + ".h");
  }
};

std::vector<ExerciseText> exercise_texts(const std::string& page = "exercises.md") {
  std::vector<ExerciseText> texts;
  std::istringstream lines(exercises_page(page));
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) texts.push_back({.title = line.substr(3)});
    if (texts.empty()) continue;
    if (line.starts_with("```")) {
      in_code = !in_code;
    } else if (in_code) {
      texts.back().declarations += line.substr(0, line.find("//")) + '\n';
    } else {
      texts.back().text += line + '\n';
    }
  }
  return texts;
}

/// Collapses every run of blanks and line ends into one blank.
std::string on_one_line(const std::string& text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

TEST(ExercisesPage, LinksToFilesThatExist) {
  for (const auto& page : {"exercises.md", "exercises.zh.md"}) {
    for (const auto& link : groups_in(exercises_page(page), R"(\]\(([^)#:]+)[^):]*\))")) {
      EXPECT_TRUE(std::filesystem::exists(source_folder() / "docs" / link)) << page << ": " << link;
    }
  }
}

TEST(ExercisesPage, HasFourteenExercisesWithAllTheirCells) {
  const auto texts = exercise_texts();
  ASSERT_EQ(texts.size(), 14u);
  for (size_t i = 0; i < texts.size(); ++i) {
    EXPECT_TRUE(texts[i].title.starts_with(std::to_string(i + 1) + ' ')) << texts[i].title;
    EXPECT_EQ(groups_in(texts[i].text, "- \\*\\*([A-Za-z ]+):\\*\\* "),
              (std::vector<std::string>{"Build", "Paper", "Write", "Expect", "Hint", "Test",
                                        "In a model"}))
        << texts[i].title;
    EXPECT_EQ(groups_in(texts[i].text, "(https://arxiv\\.org/abs/[0-9.]+)").size(), 1u)
        << texts[i].title;
  }
}

TEST(ExercisesPage, NamesEverySolutionAndNoOther) {
  std::set<std::string> named, solved;
  for (const auto& exercise : exercise_texts()) named.insert(exercise.name());
  for (const auto& file : std::filesystem::directory_iterator(exercises_folder() / "solutions")) {
    solved.insert(file.path().stem().string());
  }
  EXPECT_EQ(named, solved);
}

TEST(ExercisesPage, NamesTheTestsAndTheSolutionOfEachHeader) {
  for (const auto& exercise : exercise_texts()) {
    const auto name = exercise.name();
    for (const auto& link : {name + "_test.cpp", "solutions/" + name + ".h"}) {
      EXPECT_NE(exercise.text.find("](../tests/learn/exercises/" + link + ")"), std::string::npos)
          << link;
    }
    const auto suite = groups_in(exercise.text, "`([A-Za-z]+)\\.\\*`").at(0);
    EXPECT_GT(groups_in(exercise.test(), "\nTEST\\((" + suite + "), ").size(), 4u) << suite;
  }
}

TEST(ExercisesPage, HasATestThatReadsTheHeaderOfEach) {
  for (const auto& exercise : exercise_texts()) {
    EXPECT_NE(exercise.test().find("#include \"nn/" + exercise.name() + ".h\"\n"),
              std::string::npos)
        << exercise.title;
  }
}

TEST(ExercisesPage, ShowsTheDeclarationsThatTheSolutionHas) {
  for (const auto& exercise : exercise_texts()) {
    const auto solution = on_one_line(content_of(exercise.solution()));
    const auto pieces = groups_in(on_one_line(exercise.declarations), R"(\s?([^;{}]*[^;{} ]))");
    EXPECT_GE(pieces.size(), 1u) << exercise.title;
    for (const auto& piece : pieces) {
      EXPECT_NE(solution.find(piece), std::string::npos) << exercise.title << ": " << piece;
    }
  }
}

TEST(ExercisesPage, AsksForTheSameInChinese) {
  const auto english = exercise_texts(), chinese = exercise_texts("exercises.zh.md");
  ASSERT_EQ(english.size(), chinese.size());
  for (size_t i = 0; i < english.size(); ++i) {
    const auto& twin = chinese[i];
    EXPECT_TRUE(twin.title.starts_with(std::to_string(i + 1) + ' ')) << twin.title;
    EXPECT_EQ(groups_in(twin.text, "- \\*\\*([^*]+)：\\*\\* "),
              (std::vector<std::string>{"实现", "论文", "期望", "提示"}));
    for (const auto* pattern : {"(https://arxiv\\.org/abs/[0-9.]+)", "(\\$`[^`]*`\\$)",
                                "`src/training/nn/([a-z_]+)\\.h`"}) {
      EXPECT_EQ(groups_in(twin.text, pattern), groups_in(english[i].text, pattern)) << twin.title;
    }
    EXPECT_EQ(groups_in(twin.text, "英文版([0-9.]+)"),
              groups_in(english[i].text, "d2l ([0-9]+\\.[0-9]+)"))
        << twin.title;
  }
}

TEST(ExercisesPage, HasTheCommandsInChineseToo) {
  const auto commands = [](const std::string& page) {
    return groups_in(exercises_page(page), "\n( *scripts/[^\n]+)\n");
  };
  EXPECT_EQ(commands("exercises.zh.md"), commands("exercises.md"));
}

}  // namespace
}  // namespace regard::test
