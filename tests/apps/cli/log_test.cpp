#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "support/base/temporary_folder.h"

namespace regard::cli {
namespace {

/// Runs the program `regard log` on logs that this test writes.
class LogProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr) GTEST_SKIP() << "REGARD_PROGRAM is not set";
    write_log("a", 30.5);
    write_log("b", 20.25);
  }

  void write_log(const std::string& name, double bleu) {
    std::filesystem::create_directories(folder_ / name);
    std::string log;
    for (int step = 10; step <= 30; step += 10) {
      log += R"({"event":"valid","step":)" + std::to_string(step) + R"(,"loss":)" +
             std::to_string(50.0 / step) + R"(,"bleu":)" + std::to_string(bleu * step / 30) +
             R"(,"minutes":)" + std::to_string(step / 10) + "}\n";
    }
    folder_.write(name + "/log.jsonl", log);
  }

  /// The program's exit code; its output is in `output`.
  int run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {std::getenv("REGARD_PROGRAM"), "log"});
    std::filesystem::remove(folder_ / "output");
    return ChildProcess({.command = arguments, .output = folder_ / "output"}).wait();
  }
  std::string output() const { return folder_.read("output"); }

  test::TemporaryFolder folder_;
};

TEST_F(LogProgram, DrawsLossAndBleuOfSeveralRuns) {
  ASSERT_EQ(run({folder_ / "a", folder_ / "b"}), 0) << output();
  for (const auto* part : {"valid/loss", "valid/bleu", "30.50", "steps\n", "  a ", "  b "}) {
    EXPECT_NE(output().find(part), std::string::npos) << part << " in\n" << output();
  }
}

TEST_F(LogProgram, DrawsTheCurveOfEachTextThatARunValidatesOn) {
  std::filesystem::create_directories(folder_ / "c");
  std::string log;
  for (const std::string step : {"10", "20"}) {
    log += R"({"event":"valid","step":)" + step + R"(,"loss":2,"bleu":15,)" +
           R"("law/loss":2,"law/bleu":25.5,"games/loss":3,"games/bleu":4.5})" + "\n";
  }
  folder_.write("c/log.jsonl", log);
  ASSERT_EQ(run({folder_ / "c"}), 0) << output();
  for (const auto* part : {" law\n", " games\n"}) {
    EXPECT_NE(output().find(part), std::string::npos) << part << " in\n" << output();
  }
  ASSERT_EQ(run({folder_ / "c", "--figure", "valid/law/bleu", "--json"}), 0) << output();
  const auto points = nlohmann::json::parse(output())[0]["curves"]["valid/law/bleu"];
  EXPECT_EQ(points.at(1).at("value"), 25.5);
  ASSERT_EQ(run({folder_ / "a", folder_ / "c"}), 0) << output();
  EXPECT_EQ(output().find(" law\n"), std::string::npos) << output();
}

TEST_F(LogProgram, GivesThePointsAsJson) {
  ASSERT_EQ(run({folder_ / "a", "--figure", "valid/bleu", "--json"}), 0) << output();
  const auto points = nlohmann::json::parse(output())[0]["curves"]["valid/bleu"];
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[2], (nlohmann::json{{"step", 30.0}, {"minutes", 3.0}, {"value", 30.5}}));
}

TEST_F(LogProgram, NamesTheFiguresWhereOneIsUnknown) {
  EXPECT_EQ(run({folder_ / "a", "--figure", "valid/bleus"}), 2);
  EXPECT_NE(output().find("valid/bleu, valid/loss"), std::string::npos) << output();
}

TEST_F(LogProgram, SaysWhereThereIsNoLog) {
  EXPECT_EQ(run({folder_ / "nothing"}), 2);
  EXPECT_NE(output().find("no such directory"), std::string::npos) << output();
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_EQ(run({folder_ / "empty"}), 2);
  EXPECT_NE(output().find("has no log.jsonl"), std::string::npos) << output();
}

}  // namespace
}  // namespace regard::cli
