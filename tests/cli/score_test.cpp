#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "cli/commands.h"
#include "cli/parse.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/golden_json.h"

namespace regard::cli {
namespace {

using nlohmann::json;
using test::TemporaryFolder;
using test::thrown_error;

/// Runs `regard score ARGUMENTS` in a folder, with `input` as standard input; returns what it
/// prints.
std::string score(const std::filesystem::path& folder, const std::string& arguments,
                  const std::string& input = {}) {
  std::istringstream words(arguments);
  const std::vector<std::string> list(std::istream_iterator<std::string>(words), {});
  std::istringstream standard_input(input);
  const auto old_input = std::cin.rdbuf(standard_input.rdbuf());
  const auto old_folder = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  ::testing::internal::CaptureStdout();
  const auto restore = [&] {
    std::cin.rdbuf(old_input);
    std::cin.clear();
    std::filesystem::current_path(old_folder);
    return ::testing::internal::GetCapturedStdout();
  };
  try {
    CLI::App command("", "regard score");
    const auto run = add_score(command);
    if (parse(command, list)) {
      EXPECT_EQ(run(), 0);
    }
  } catch (...) {
    restore();
    throw;
  }
  return restore();
}

/// Whether a case asks for what is not built: TER, confidence intervals, paired tests.
bool is_supported(const json& golden) {
  std::istringstream words(golden["hyper"]["arguments"].get<std::string>());
  const std::set<std::string> not_built = {"ter",  "--confidence", "-ci", "--paired-bs",
                                           "-pbs", "--paired-ar",  "-par"};
  return std::none_of(std::istream_iterator<std::string>(words), {},
                      [&](const std::string& word) { return not_built.contains(word); });
}

TEST(ScoreCommand, PrintsWhatSacrebleuPrints) {
  int compared = 0;
  for (const auto& golden : test::load_golden_cases("cli")) {
    if (!is_supported(golden)) continue;  // the test below names them
    const std::string arguments = golden["hyper"]["arguments"];
    SCOPED_TRACE(test::describe_case(golden) + ": " + arguments);
    EXPECT_EQ(score(test::golden_file(golden).parent_path(), arguments),
              golden["outputs"]["stdout"]);
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

TEST(ScoreCommand, PrintsTerAndTestsOfSignificanceToo) {
  std::string not_yet;
  for (const auto& golden : test::load_golden_cases("cli")) {
    if (!is_supported(golden)) not_yet += "\n  " + golden["hyper"]["arguments"].get<std::string>();
  }
  if (!not_yet.empty())
    GTEST_SKIP() << "TER, confidence intervals and paired tests are not built yet:" << not_yet;
}

class ScoreCommandOnFiles : public ::testing::Test {
 protected:
  ScoreCommandOnFiles() {
    folder_.write("reference", "un chat dort\nil pleut\n");
    folder_.write("system", "un chien dort\nil pleut\n");
    folder_.write("short", "un chien dort\n");
  }
  std::string run(const std::string& arguments, const std::string& input = {}) {
    return score(folder_.path(), arguments, input);
  }
  Error error(const std::string& arguments, const std::string& input = {}) {
    return thrown_error([&] { run(arguments, input); });
  }
  TemporaryFolder folder_;
};

TEST_F(ScoreCommandOnFiles, ReadsTranslationsFromStandardInput) {
  const std::string text = folder_.read("system");
  EXPECT_EQ(run("reference -m chrf", text), run("reference -m chrf -i system"));
}

TEST_F(ScoreCommandOnFiles, ReadsSystemsSeparatedByTabsFromStandardInput) {
  const std::string table = run("reference -f text", "un chien dort\tun chat\nil pleut\til\n");
  EXPECT_NE(table.find("System 1"), std::string::npos) << table;
  EXPECT_NE(table.find("System 2"), std::string::npos) << table;
  EXPECT_EQ(error("reference", "un\tdeux\ntrois\n").where(), "standard input:2");
}

TEST_F(ScoreCommandOnFiles, TakesShortNamesBeforeAndBetweenReferences) {
  folder_.write("other", "Un chien dort\nil neige\n");
  const std::string line = run("-tok none reference -lc other -sh -f text -i system");
  EXPECT_EQ(line, run("reference other --tokenize none --lowercase --short -f text -i system"));
  EXPECT_TRUE(line.starts_with("BLEU|#:2|c:lc|e:no|tok:none|s:exp|")) << line;
}

TEST_F(ScoreCommandOnFiles, RefusesTextsOfDifferentLengthWithExitCode1) {
  const Error error = this->error("reference -i short");
  EXPECT_STREQ(error.what(), "short has 1 line, but reference has 2");
  EXPECT_EQ(error.exit_code(), ExitCode::failure);
}

TEST_F(ScoreCommandOnFiles, ExplainsMistakes) {
  EXPECT_STREQ(error("-i system").what(), "there is no reference to score against");
  EXPECT_STREQ(error("reference -i system -m bleurt").what(), "there is no metric \"bleurt\"");
  EXPECT_STREQ(error("reference -i system --smoth-method floor").what(),
               "there is no option --smoth-method");
  EXPECT_EQ(error("reference -i system --smoth-method floor").remedy(),
            "did you mean '--smooth-method'?");
  EXPECT_STREQ(error("reference -i system -tok").what(), "-tok needs a value");
  EXPECT_STREQ(error("reference --width x").what(), "Could not convert: --width = x");
  EXPECT_STREQ(error("reference -i system system").what(), "system is given twice after -i");
  EXPECT_STREQ(error("reference", "").what(), "standard input holds no translations");
  EXPECT_STREQ(error("reference -i system -m chrf -cc 0").what(),
               "--chrf-char-order and --chrf-word-order are both 0: there is nothing to count");
  EXPECT_STREQ(error("reference -i system -sl -m bleu chrf").what(),
               "--sentence-level works with one metric and one system");
}

}  // namespace
}  // namespace regard::cli
