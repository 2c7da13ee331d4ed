#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli_training/model_command.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using test::thrown_error;

using ScoreOfAModel = ModelCommand;

TEST_F(ScoreOfAModel, IsALineForALine) {
  const auto source = folder_.write("source", "the cat\na dog sees\n");
  const auto target = folder_.write("target", "my old house\nthe\n");
  const auto lines =
      split_lines(output_of(add_score, {"--model", model_, "-s", source, "-i", target}));
  ASSERT_EQ(lines.size(), 2U);
  const auto first = nlohmann::json::parse(lines[0]);
  EXPECT_EQ(first.at("tokens"), nlohmann::json::parse(R"(["▁my", "▁old", "▁house", "</s>"])"));
  double sum = 0.0;
  for (const double log_prob : first.at("log_probs")) sum += log_prob;
  EXPECT_NEAR(first.at("log_prob").get<double>(), sum, 1e-9);
  const auto plain = split_lines(output_of(
      add_score, {"--model", model_, "--source", source, "--input", target, "-f", "text"}));
  ASSERT_EQ(plain.size(), 2U);
  EXPECT_NEAR(std::stod(plain[0]), sum, 1e-3);
}

TEST_F(ScoreOfAModel, WantsAsManyTargetsAsSources) {
  const auto source = folder_.write("source", "the cat\na dog\n");
  const auto target = folder_.write("target", "the\n");
  const auto error = thrown_error([&] {
    run(add_score, {"--model", model_, "-s", source, "-i", target});
  });
  EXPECT_EQ(error.where(), target);
  EXPECT_EQ(error.problem(), "ends at line 1, but " + source + " continues");
}

TEST_F(ScoreOfAModel, KnowsTheTranslationsByTheirOlderNames) {
  const auto source = folder_.write("source", "the cat\n");
  const auto target = folder_.write("target", "my old house\n");
  const auto lines = output_of(add_score, {"--model", model_, "-s", source, "-i", target});
  for (const auto* name : {"-t", "--target"}) {
    EXPECT_EQ(output_of(add_score, {"--model", model_, "-s", source, name, target}), lines);
  }
}

TEST_F(ScoreOfAModel, WantsOneFileOfTranslations) {
  const auto source = folder_.write("source", "the cat\n");
  const auto error = thrown_error([&] {
    run(add_score, {"--model", model_, "-s", source, "-i", source, source});
  });
  EXPECT_EQ(error.problem(), "--model scores one file of translations");
}

}  // namespace
}  // namespace regard::cli
