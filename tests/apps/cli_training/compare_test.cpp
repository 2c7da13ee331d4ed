#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"

namespace regard::cli {
namespace {

/// Runs the program `regard compare`.
class CompareProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr) GTEST_SKIP() << "REGARD_PROGRAM is not set";
    folder_.write("source", "the cat\na dog sees\n");
    folder_.write("reference", "the old cat sees my house\nmy dog\n");
    folder_.write("a.txt", "the old cat sees my house\nmy dog\n");
    folder_.write("b.txt", "the cat\nmy old dog\n");
  }

  /// The program's exit code; its output is in `output`.
  int run(std::vector<std::string> arguments) const {
    const std::vector<std::string> all = {
        std::getenv("REGARD_PROGRAM"), "compare",     "--source", folder_ / "source", "--reference",
        folder_ / "reference",         "--resamples", "100"};
    arguments.insert(arguments.begin(), all.begin(), all.end());
    std::filesystem::remove(folder_ / "output");
    return ChildProcess({.command = arguments, .output = folder_ / "output"}).wait();
  }
  /// Compares two files.
  int run_files(std::vector<std::string> arguments = {}) const {
    const std::vector<std::string> files = {"--system", "a=" + (folder_ / "a.txt"), "--system",
                                            "b=" + (folder_ / "b.txt")};
    arguments.insert(arguments.begin(), files.begin(), files.end());
    return run(arguments);
  }
  std::string output() const { return folder_.read("output"); }
  /// The JSON that follows the messages.
  nlohmann::json json() const {
    const auto said = output();
    return nlohmann::json::parse(said.substr(said.find('{')), nullptr, false);
  }

  test::TemporaryFolder folder_;
};

TEST_F(CompareProgram, ComparesFilesInATable) {
  ASSERT_EQ(run_files(), 0) << output();
  for (const auto* part : {"BLEU", "TER (lower is better)", "biggest wins of a", "source length"}) {
    EXPECT_NE(output().find(part), std::string::npos) << part << " in\n" << output();
  }
}

TEST_F(CompareProgram, ComparesARunAndAFileAndMeasuresTheRun) {
  test::tiny_model().save(folder_ / "run");
  ASSERT_EQ(run({folder_ / "run", "--system", "a=" + (folder_ / "a.txt"), "--repeats", "2",
                 "--beam-curve", "1", "--threads", "1", "--json"}),
            0)
      << output();
  const auto facts = json();
  ASSERT_TRUE(facts.is_object()) << output();
  EXPECT_EQ(facts["systems"][0]["name"], "run");
  EXPECT_EQ(facts["systems"][0]["model"]["decoding"]["rounds"].size(), 2U);
  EXPECT_EQ(facts["systems"][0]["model"]["decoding"]["sentences"], 2);
  EXPECT_GT(facts["systems"][0]["model"]["decoding"]["median"]["peak_mebibytes"], 1.0);
  EXPECT_EQ(facts["verdict"]["better"], 1);
}

TEST_F(CompareProgram, WritesAPage) {
  ASSERT_EQ(run_files({"--report", folder_ / "page.html"}), 0) << output();
  const auto page = folder_.read("page.html");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(page.find(R"("systems":["a","b"])"), std::string::npos);
  EXPECT_NE(output().find("biggest wins of a"), std::string::npos) << output();
}

TEST_F(CompareProgram, WritesThePicturesOfThePage) {
  ASSERT_EQ(run_files({"--pictures", folder_ / "pictures"}), 0) << output();
  const auto picture = folder_.read("pictures/scores-of-all-systems-by-each-metric.svg");
  EXPECT_TRUE(picture.starts_with("<svg xmlns="));
  EXPECT_TRUE(picture.ends_with("</svg>\n"));
}

TEST_F(CompareProgram, SaysBeforeItBeginsWhenAPageCannotBeWritten) {
  EXPECT_NE(run({folder_ / "nowhere", "--system", "a=" + (folder_ / "a.txt"), "--report",
                 folder_ / "a.txt/page.html"}),
            0);
  EXPECT_NE(output().find("a.txt: is a file"), std::string::npos) << output();
}

TEST_F(CompareProgram, TakesAnEnsembleForOneSystem) {
  test::tiny_model().save(folder_ / "run");
  const auto one = folder_ / "run";
  ASSERT_EQ(run({one, one + "+" + one, "--repeats", "0", "--beam-curve", "0", "--json"}), 0)
      << output();
  const auto facts = json();
  ASSERT_TRUE(facts.is_object()) << output();
  EXPECT_EQ(facts["systems"][1]["name"], "run+run");
  EXPECT_EQ(facts["sentences"][0]["systems"][0]["hypothesis"],
            facts["sentences"][0]["systems"][1]["hypothesis"])
      << "the mean of a model and itself is the model";
}

TEST_F(CompareProgram, SaysWhatIsWrong) {
  EXPECT_EQ(run({"--system", "a"}), 2);
  EXPECT_NE(output().find("--system is 'a', but must be NAME=FILE"), std::string::npos) << output();
  EXPECT_EQ(run({"--system", "a=" + (folder_ / "a.txt")}), 2);
  EXPECT_NE(output().find("compare needs at least two systems"), std::string::npos) << output();
  EXPECT_EQ(run({folder_ / "nowhere", "--system", "a=" + (folder_ / "a.txt")}), 2);
  EXPECT_NE(output().find("no such model"), std::string::npos) << output();
}

}  // namespace
}  // namespace regard::cli
