#include "claims/trial_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::claims {
namespace {

Claim claim_of_loss() { return {.name = "loss", .checks = {{"", "", measured("loss"), 0, 1}}}; }

Trial trial_of(uint64_t seed, double loss) {
  return {.seed = seed, .seconds = 1.5, .measured = Measurements({{"loss", loss}, {"extra", 2}})};
}

class TrialFiles : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
  Claim claim_ = claim_of_loss();
  TrialFile file_{folder_.path(), claim_};
};

TEST_F(TrialFiles, HaveNoTrialsBeforeTheFirst) { EXPECT_TRUE(file_.read().empty()); }

TEST_F(TrialFiles, ReadWhatWasAddedDigitForDigit) {
  file_.add(trial_of(1, 0.1 + 0.2));
  file_.add(trial_of(2, 1e-300));
  const auto trials = file_.read();
  ASSERT_EQ(trials.size(), 2);
  EXPECT_EQ(trials[0].seed, 1);
  EXPECT_EQ(trials[0].seconds, 1.5);
  EXPECT_EQ(trials[0].measured.at("loss"), 0.1 + 0.2);
  EXPECT_EQ(trials[1].measured.at("loss"), 1e-300);
  EXPECT_EQ(trials[1].measured.values()[1].first, "extra");
}

TEST_F(TrialFiles, KeepThatANumberIsNotFinite) {
  file_.add(trial_of(1, std::nan("")));
  EXPECT_TRUE(std::isnan(file_.read()[0].measured.at("loss")));
}

// A killed run leaves a truncated line. It is not a trial, and the next trial replaces it.
TEST_F(TrialFiles, PassOverALineWithoutEnd) {
  file_.add(trial_of(1, 0.5));
  folder_.write("loss.jsonl", folder_.read("loss.jsonl") + R"({"seed":2,"seco)");
  EXPECT_EQ(file_.read().size(), 1);
  file_.add(trial_of(2, 0.6));
  ASSERT_EQ(file_.read().size(), 2);
  EXPECT_EQ(file_.read()[1].measured.at("loss"), 0.6);
}

TEST_F(TrialFiles, SayWhereALineIsNoTrial) {
  file_.add(trial_of(1, 0.5));
  folder_.write("loss.jsonl", folder_.read("loss.jsonl") + "nonsense\n");
  const auto error = test::thrown_error([&] { static_cast<void>(file_.read()); });
  EXPECT_EQ(error.where(), (folder_.path() / "loss.jsonl:2").string());
  EXPECT_EQ(error.problem(), "is not a trial of loss");
}

TEST_F(TrialFiles, SayWhatAnotherVersionsTrialLacks) {
  file_.add({.seed = 1, .measured = Measurements({{"other", 1}})});
  const auto error = test::thrown_error([&] { static_cast<void>(file_.read()); });
  EXPECT_NE(std::string(error.problem()).find("not measured: loss"), std::string::npos);
}

}  // namespace
}  // namespace regard::claims
