#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "cli/commands.h"
#include "cli/program.h"
#include "cli/run_program.h"
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
    const auto program = runtime_program();
    const auto run = add_score(command, program);
    if (parse(command, list)) {
      EXPECT_EQ(run(), 0);
    }
  } catch (...) {
    restore();
    throw;
  }
  return restore();
}

TEST(ScoreCommand, PrintsWhatSacrebleuPrints) {
  for (const auto& golden : test::load_golden_cases("cli")) {
    const std::string arguments = golden["hyper"]["arguments"];
    SCOPED_TRACE(test::describe_case(golden) + ": " + arguments);
    EXPECT_EQ(score(test::golden_file(golden).parent_path(), arguments),
              golden["outputs"]["stdout"]);
  }
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

TEST_F(ScoreCommandOnFiles, TakesSeveralReferencesFromTheFieldsOfALine) {
  folder_.write("other", "un chien dort\nil neige\n");
  folder_.write("both", "un chat dort\tun chien dort\nil pleut\til neige\n");
  EXPECT_EQ(run("both -nr 2 -i system"), run("reference other -i system"));
  EXPECT_EQ(error("both --num-refs 3 -i system").problem(),
            "has 2 references separated by tabs, but --num-refs is 3");
}

TEST_F(ScoreCommandOnFiles, UsesTheFirstFieldOfStandardInputAsTheBaseline) {
  const std::string table =
      run("reference -f text -m ter -par -parn 9", "un chien dort\tun chat\nil pleut\til\n");
  EXPECT_NE(table.find("│ Baseline │"), std::string::npos) << table;
  EXPECT_NE(table.find("│ System 1 │"), std::string::npos) << table;
}

TEST_F(ScoreCommandOnFiles, TakesItsSeedFromSacrebleusVariable) {
  const std::string usual = run("reference -i system -m ter -ci -cin 99 -b -w 9");
  ::setenv("SACREBLEU_SEED", "7", 1);
  const std::string other = run("reference -i system -m ter -ci -cin 99 -b -w 9");
  const std::string line = run("reference -i system -m ter -ci -f text");
  ::setenv("SACREBLEU_SEED", "sieben", 1);
  EXPECT_EQ(error("reference -i system").problem(),
            "$SACREBLEU_SEED is 'sieben', but must be a whole number or none");
  ::unsetenv("SACREBLEU_SEED");
  EXPECT_NE(usual, other);
  EXPECT_NE(line.find("|bs:1000|seed:7|"), std::string::npos) << line;
}

TEST_F(ScoreCommandOnFiles, TakesItsFormatFromSacrebleusVariable) {
  ::setenv("SACREBLEU_FORMAT", "TEXT", 1);
  const std::string line = run("reference -i system");
  ::unsetenv("SACREBLEU_FORMAT");
  EXPECT_EQ(line, run("reference -i system -f text"));
}

TEST_F(ScoreCommandOnFiles, RefusesTextsOfDifferentLengthWithExitCode2) {
  const Error error = this->error("reference -i short");
  EXPECT_EQ(error.problem(), "short has 1 line, but reference has 2");
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

TEST_F(ScoreCommandOnFiles, ExplainsMistakes) {
  EXPECT_EQ(error("-i system").problem(), "no reference is given");
  EXPECT_EQ(error("reference -i system -m bleurt").problem(), "unknown metric 'bleurt'");
  EXPECT_EQ(error("reference -i system --smoth-method floor").problem(),
            "unknown option --smoth-method");
  EXPECT_EQ(error("reference -i system --smoth-method floor").remedy(),
            "did you mean '--smooth-method'?");
  EXPECT_EQ(error("reference -i system -tok").problem(), "-tok needs a value");
  EXPECT_EQ(error("reference --width x").problem(), "--width must be a whole number, but is 'x'");
  EXPECT_EQ(error("reference -i system system").problem(), "system is given twice after -i");
  EXPECT_EQ(error("reference", "").problem(), "standard input contains no translations");
  EXPECT_EQ(error("reference -i system -m chrf -cc 0").problem(),
            "--chrf-char-order and --chrf-word-order are both 0, but one of them must be positive");
  EXPECT_EQ(error("reference -i system -sl -m bleu chrf").problem(),
            "--sentence-level works with one metric and one system");
  EXPECT_EQ(error("reference -i system -sl -ci").problem(),
            "--sentence-level has neither confidence intervals nor paired tests");
  EXPECT_EQ(error("reference -i system reference -ci").problem(), "--confidence is for one system");
  EXPECT_EQ(error("reference -i system -pbs").problem(),
            "a paired test compares systems, but only one is given");
  EXPECT_EQ(error("reference -i system reference -pbs -par").problem(),
            "--paired-bs and --paired-ar cannot be combined");
  EXPECT_EQ(error("reference -i system -tok ja-mecab").problem(),
            "unknown BLEU tokenizer 'ja-mecab'");
  for (const std::string option : {"-t", "--test-set", "-l", "--language-pair"}) {
    EXPECT_EQ(error("-i system " + option + " wmt17").problem(),
              option + " names a test set, which regard score does not download");
  }
  EXPECT_EQ(error("reference -i system --source reference").problem(),
            "--source has no effect without --model");
  EXPECT_EQ(error("reference -i system --json -f text").problem(),
            "--json and --format text cannot be combined");
}

TEST(ScoreCommand, DropsAByteOrderMarkWithAWarning) {
  TemporaryFolder folder;
  folder.write("reference", "\xEF\xBB\xBFThe cat sat on the mat.\n");
  folder.write("system", "The cat sat on the mat.\n");
  ::testing::internal::CaptureStderr();
  const auto scores = score(folder.path(), "reference -i system");
  const auto warning = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(warning.find("reference begins with a byte order mark"), std::string::npos) << warning;
  EXPECT_EQ(json::parse(scores)["score"], 100.0);
}

}  // namespace
}  // namespace regard::cli
