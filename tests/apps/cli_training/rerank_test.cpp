#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli_training/model_command.h"
#include "metrics/bleu.h"
#include "regard/base/str.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using test::thrown_error;

/// regard rerank with a Transformer, an RNN with a different tokenizer, and a model that translates
/// back.
class RerankCommand : public ModelCommand {
 protected:
  RerankCommand() {
    test::tiny_model("rnn_attention", 2, config::TokenizerType::bpe).save(rnn_);
    auto back = test::tiny_model("transformer", 4);
    back.experiment.data.source_language = "fr";
    back.experiment.data.target_language = "en";
    back.save(back_);
  }

  std::string reranked(const std::string& text, Arguments arguments = {}) const {
    folder_.write("input", text);
    const Arguments given = {model_,      rnn_,
                             "--reverse", back_,
                             "--input",   folder_ / "input",
                             "--output",  folder_ / "output"};
    arguments.insert(arguments.begin(), given.begin(), given.end());
    EXPECT_EQ(run(add_rerank, arguments), 0);
    return test::content_of(folder_ / "output");
  }

  Arguments tuning(const std::string& sources, const std::string& references) const {
    return {"--tune-source",    folder_.write("tune.source", sources),
            "--tune-reference", folder_.write("tune.reference", references),
            "--save-weights",   weights_};
  }

  std::string rnn_ = folder_ / "rnn", back_ = folder_ / "back";
  std::string weights_ = folder_ / "weights.yaml";
};

TEST_F(RerankCommand, WritesTheBestCandidateOfEachLine) {
  const auto text = joined(test::tiny_lines(6)) + "\n";
  const auto lines = split_lines(reranked(text));
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines.back(), "");
  const auto json = split_lines(reranked(text, {"--format", "jsonl"}));
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_EQ(nlohmann::json::parse(json[line]).at("text"), lines[line]);
  }
}

TEST_F(RerankCommand, KeepsTheEndsOfLines) {
  const auto lines = test::tiny_lines(2);
  const auto best = split_lines(reranked(joined(lines)));
  EXPECT_EQ(reranked("\xEF\xBB\xBF" + lines[0] + "\r\n" + lines[1]),
            "\xEF\xBB\xBF" + best[0] + "\r\n" + best[1]);
}

TEST_F(RerankCommand, WarnsOfWordsThatNoModelKnows) {
  folder_.write("input", "the zebra sees a dog\n");
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(add_rerank,
                {model_, model_, "--input", folder_ / "input", "--output", folder_ / "output"}),
            0);
  const auto warnings = testing::internal::GetCapturedStderr();
  EXPECT_NE(warnings.find("no model knows 'zebra'"), std::string::npos) << warnings;
}

TEST_F(RerankCommand, KeepsTheLinesOfRunningText) {
  const auto lines = test::tiny_lines(2);
  const auto best = split_lines(reranked(joined(lines)));
  EXPECT_EQ(reranked(str("# ", lines[0], "\n\n```\ncode\n```\n- ", lines[1], "\n"), {"--text"}),
            str("# ", best[0], "\n\n```\ncode\n```\n- ", best[1], "\n"));
  EXPECT_EQ(thrown_error([&] {
              reranked("", {"--text", "--format", "jsonl"});
            }).problem(),
            "--text and --format cannot be combined");
}

TEST_F(RerankCommand, WritesFeaturesWhoseWeightedSumIsTheScore) {
  const auto json = nlohmann::json::parse(reranked("the cat sees\n", {"--format", "jsonl"}));
  const auto& features = json.at("features");
  ASSERT_EQ(features.size(), 4U);
  const double score =
      features[0].get<double>() + features[1].get<double>() + 0.5 * features[2].get<double>();
  EXPECT_NEAR(json.at("score").get<double>(), score, 1e-9);
  for (const auto& other : json.at("alternatives")) EXPECT_LE(other.at("score"), json.at("score"));
}

TEST_F(RerankCommand, WritesTheNBestAsMosesDoes) {
  const auto lines =
      split_lines(reranked("the cat\n\n", {"--format", "nbest", "--candidates", "2"}));
  ASSERT_GE(lines.size(), 3U);
  ASSERT_LE(lines.size(), 5U);
  EXPECT_TRUE(lines.front().starts_with("0 ||| ")) << lines.front();
  EXPECT_NE(lines.front().find(" ||| F0= -"), std::string::npos) << lines.front();
  EXPECT_EQ(lines.back(), "1 |||  ||| F0= 0 F1= 0 F2= 0 F3= 0 ||| 0");
}

TEST_F(RerankCommand, OfOneModelThatProposesOneCandidateTranslates) {
  const auto text = joined(test::tiny_lines(12));
  const auto input = folder_.write("input", text);
  const Arguments greedy = {"--input", input, "--beam-size", "1"};
  auto of_one = Arguments{model_};
  of_one.insert(of_one.end(), greedy.begin(), greedy.end());
  EXPECT_EQ(output_of(add_rerank, of_one), output_of(add_translate, of_one));
}

TEST_F(RerankCommand, TranslatesTheTextThatItTunesOnBetterThanBefore) {
  const auto lines = test::tiny_lines(12);
  // The model's own BLEU, which reranking reaches with weights that ignore the other models.
  const auto references =
      output_of(add_translate, {model_, "--input", folder_.write("source", joined(lines))});
  const auto bleu = [&](const std::string& translations) {
    const std::vector<std::string> text[] = {split_lines(references)};
    return metrics::corpus_bleu(split_lines(translations), text).score;
  };
  const double before = bleu(reranked(joined(lines)));
  const double after = bleu(reranked(joined(lines), tuning(joined(lines), references)));
  EXPECT_LT(before, after);
  EXPECT_DOUBLE_EQ(bleu(reranked(joined(lines), {"--weights", weights_})), after);
}

TEST_F(RerankCommand, EndsAfterTuningWithoutAnInput) {
  auto arguments = tuning("the cat\na dog\n", "le chat\nun chien\n");
  arguments.insert(arguments.begin(), {rnn_, model_});
  EXPECT_EQ(output_of(add_rerank, arguments), "");
  EXPECT_TRUE(std::filesystem::exists(weights_));
}

TEST_F(RerankCommand, RefusesTheWeightsOfOtherModels) {
  auto arguments = tuning("the cat\na dog\n", "le chat\nun chien\n");
  arguments.insert(arguments.begin(), {rnn_, model_});
  run(add_rerank, arguments);
  const auto error = thrown_error([&] { reranked("the cat\n", {"--weights", weights_}); });
  EXPECT_EQ(error.where(), weights_);
}

TEST_F(RerankCommand, RefusesOptionsThatExcludeOrNeedOthers) {
  const auto wrong = [&](const Arguments& arguments) -> std::string {
    return thrown_error([&] { reranked("the cat\n", arguments); }).problem();
  };
  EXPECT_EQ(wrong({"--tune-source", "a"}), "--tune-source is given without --tune-reference");
  EXPECT_EQ(wrong({"--tune-reference", "a"}), "--tune-reference is given without --tune-source");
  EXPECT_EQ(wrong({"--tune-source", "a", "--tune-reference", "b", "--weights", "c"}),
            "--weights and --tune-source cannot be combined");
  EXPECT_EQ(wrong({"--save-weights", "a"}), "--save-weights has no effect without --tune-source");
}

}  // namespace
}  // namespace regard::cli
