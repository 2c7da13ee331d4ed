#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/model_command.h"
#include "regard/base/error.h"
#include "regard/metrics/bleu.h"
#include "regard/metrics/chrf.h"
#include "regard/store/origin.h"
#include "support/base/thrown_error.h"
#include "support/base/user_state.h"

namespace regard::cli {
namespace {

using test::thrown_error;

class EvalCommand : public ModelCommand {
 protected:
  EvalCommand() {
    folder_.write("source", joined(sources_));
    folder_.write("reference", joined(references_));
  }
  Arguments arguments(const Arguments& more = {}) const {
    Arguments all = {
        "--model",   model_, "--source", folder_ / "source", "--reference", folder_ / "reference",
        "--threads", "1"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  std::vector<std::string> sources_ = test::tiny_lines(20);
  std::vector<std::string> references_ = {sources_.rbegin(), sources_.rend()};
};

TEST_F(EvalCommand, ScoresWhatTheModelTranslates) {
  const auto json = nlohmann::json::parse(
      output_of(add_eval, arguments({"--json", "--output", folder_ / "hypotheses"})));
  const auto hypotheses = split_lines(test::content_of(folder_ / "hypotheses"));
  const std::vector<std::string> references[] = {references_};
  constexpr double kRounding = 0.005;  // two decimals
  EXPECT_EQ(json.at("sentences"), 20);
  EXPECT_NEAR(json.at("perplexity"), std::exp(json.at("loss").get<double>()), 1e-9);
  EXPECT_EQ(json.at("scores")[0].at("name"), "BLEU");
  EXPECT_NEAR(json.at("scores")[0].at("score"), metrics::corpus_bleu(hypotheses, references).score,
              kRounding);
  EXPECT_EQ(json.at("scores")[1].at("name"), "chrF2");
  EXPECT_NEAR(json.at("scores")[1].at("score"), metrics::corpus_chrf(hypotheses, references),
              kRounding);
  EXPECT_EQ(json.at("scores")[0].at("signature"),
            metrics::make_metric(metrics::BleuOptions{})->signature(1).text());
}

TEST_F(EvalCommand, WritesATableForPeople) {
  const auto table = output_of(add_eval, arguments());
  for (const char* row : {"loss  ", "perplexity  ", "BLEU|nrefs:1|", "chrF2|nrefs:1|", "speed  "}) {
    EXPECT_NE(table.find(row), std::string::npos) << row << " is not in\n" << table;
  }
}

TEST_F(EvalCommand, TakesTheTestTextOfTheConfig) {
  auto experiment = tiny_.experiment;
  experiment.data.test = {.source = folder_ / "source", .target = folder_ / "reference", .tsv = {}};
  folder_.write("model/config.yaml", config::to_yaml(experiment));
  const std::vector<std::string> eval = {"--model", model_, "--json", "--threads", "1"};
  const auto reference = [&](const std::vector<std::string>& arguments) {
    return nlohmann::json::parse(output_of(add_eval, arguments)).at("reference");
  };
  const test::UserState user;
  const auto error = thrown_error([&] { reference(eval); });
  EXPECT_NE(error.remedy().find("--trust"), std::string::npos) << "the model is a stranger's";
  auto trusting = eval;
  trusting.emplace_back("--trust");
  EXPECT_EQ(reference(trusting), folder_ / "reference");
  store::mark_as_own(store::ModelDirectory(model_), experiment.data);
  EXPECT_EQ(reference(eval), folder_ / "reference");
}

TEST_F(EvalCommand, WithoutATestTextSaysHowToGiveOne) {
  const auto error = thrown_error([&] { output_of(add_eval, {"--model", model_}); });
  EXPECT_NE(error.remedy().find("--source"), std::string::npos);
}

TEST_F(EvalCommand, RefusesASourceWithoutReference) {
  EXPECT_THROW(output_of(add_eval, {"--model", model_, "--source", folder_ / "source"}), Error);
}

TEST_F(EvalCommand, RefusesTextsOfUnequalLength) {
  folder_.write("reference", "one line\n");
  EXPECT_THROW(output_of(add_eval, arguments()), Error);
}

TEST_F(EvalCommand, PreparesTheReferencesAsTheTrainingText) {
  auto experiment = tiny_.experiment;
  experiment.data.preprocess = config::Preprocess::d2l;
  folder_.write("model/config.yaml", config::to_yaml(experiment));
  folder_.write("source", "the cat.\n");
  folder_.write("reference", "The CAT.\n");
  const auto json = [&] {
    return nlohmann::json::parse(output_of(add_eval, arguments({"--json"})));
  };
  const double loss = json().at("loss");
  folder_.write("reference", "the cat .\n");
  EXPECT_DOUBLE_EQ(json().at("loss"), loss);
}

}  // namespace
}  // namespace regard::cli
