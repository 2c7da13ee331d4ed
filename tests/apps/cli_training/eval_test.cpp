#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/packed_folder.h"
#include "base/utf8.h"
#include "cli_training/model_command.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "regard/base/error.h"
#include "regard/translate/translator.h"
#include "store/model_directory.h"
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
  constexpr double kRounding = 0.005;  // rounding to two decimals
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

class Calibrate : public EvalCommand {
 protected:
  Calibrate() {
    sources_ = references_ = test::tiny_lines(240);
    folder_.write("source", joined(sources_));
    folder_.write("reference", joined(references_));
  }

  std::string calibrate(const std::string& model, const Arguments& more = {}) const {
    auto all = arguments({"--calibrate"});
    all[1] = model;
    all.insert(all.end(), more.begin(), more.end());
    return output_of(add_eval, all);
  }

  static Translation judged(const std::string& model) {
    const Translator translator(model);
    const std::string lines[] = {"the cat sees a dog"};
    return translator.translate(lines, translator.search_options(), 1, {.confidence = true})
        .front();
  }
};

TEST_F(Calibrate, KeepsTheWeightsInTheModelAndReportsTheError) {
  EXPECT_FALSE(judged(model_).is_calibrated);
  const auto json = nlohmann::json::parse(calibrate(model_, {"--json"}));
  EXPECT_EQ(json.at("fitted"), 120);
  EXPECT_EQ(json.at("tested"), 120);
  for (const auto* part : {"words", "sentences"}) {
    int64_t count = 0;
    for (const auto& bin : json.at(part).at("bins")) count += bin.at("count").get<int64_t>();
    EXPECT_EQ(count, json.at(part).at("count"));
    EXPECT_LE(json.at(part).at("error"), json.at(part).at("error_before"));
  }
  EXPECT_EQ(json.at("flags").at("lost_number").at("references"), 0);
  const auto after = judged(model_);
  EXPECT_TRUE(after.is_calibrated);
  EXPECT_EQ(after.n_best.front().word_confidences.size(),
            static_cast<size_t>(words_in(after.text)));
}

TEST_F(Calibrate, OfAPackedModelAddsAFileAndChangesNoTranslation) {
  const auto packed = folder_ / "model.regard";
  run(add_pack, {model_, "-o", packed});
  const auto before = judged(packed);
  const auto table = calibrate(packed);
  for (const char* row : {"ECE before", "words", "sentences", "0.9-1.0", "lost_number"}) {
    EXPECT_NE(table.find(row), std::string::npos) << table;
  }
  EXPECT_EQ(files_of_packed_folder(packed).back(), "confidence.yaml");
  EXPECT_NE(output_of(add_info, {packed}).find("calibrated"), std::string::npos);
  EXPECT_EQ(judged(packed).text, before.text);
  EXPECT_TRUE(judged(packed).is_calibrated);
  run(add_pack, {packed, "-o", folder_ / "again.regard"});
  EXPECT_TRUE(judged(folder_ / "again.regard").is_calibrated);
}

TEST_F(Calibrate, RefusesWhatCannotBeCalibrated) {
  EXPECT_NE(
      std::string(thrown_error([&] { calibrate(model_ + "+" + model_); }).what()).find("ensemble"),
      std::string::npos);
  EXPECT_NE(std::string(thrown_error([&] {
                          calibrate(model_, {"--output", folder_ / "o"});
                        }).what())
                .find("--output"),
            std::string::npos);
  folder_.write("source", "a\n");
  folder_.write("reference", "a\n");
  EXPECT_NE(std::string(thrown_error([&] { calibrate(model_); }).what()).find("200"),
            std::string::npos);
}

TEST_F(EvalCommand, LinksEachWordOfTheReferencesForAGoldAlignment) {
  std::string gold;
  int64_t words = 0;
  for (const auto& reference : references_) {
    words += words_in(reference);
    gold += words_in(reference) > 1 ? "1-1 1p2\n" : "1-1\n";
  }
  folder_.write("gold", gold);
  const auto found = nlohmann::json::parse(
      output_of(add_eval, arguments({"--json", "--alignment", folder_ / "gold"})));
  EXPECT_EQ(found.at("alignment").at("pairs"), 20);
  EXPECT_EQ(found.at("alignment").at("sure"), 20);
  EXPECT_GT(found.at("alignment").at("links"), 0);
  EXPECT_LE(found.at("alignment").at("links"), words);
  folder_.write("gold", "1-1\n");
  EXPECT_EQ(thrown_error([&] {
              output_of(add_eval, arguments({"--alignment", folder_ / "gold"}));
            }).where(),
            folder_ / "gold");
}

TEST_F(EvalCommand, ScoresAnEnsemble) {
  test::tiny_model("transformer", 2).save(folder_ / "other");
  auto both = arguments({"--output", folder_ / "hypotheses"});
  both[1] = model_ + "+" + (folder_ / "other");
  const auto table = output_of(add_eval, both);
  EXPECT_NE(table.find("BLEU  "), std::string::npos) << table;
  EXPECT_EQ(table.find("loss  "), std::string::npos) << table;
  EXPECT_NE(table.find("model   " + both[1]), std::string::npos) << table;
  const auto expected = output_of(add_translate, {"--input", folder_ / "source", "--model", model_,
                                                  "--model", folder_ / "other", "--threads", "1"});
  EXPECT_EQ(test::content_of(folder_ / "hypotheses"), expected);
}

TEST_F(EvalCommand, BeginsWithTheScores) {
  const auto lines = split_lines(output_of(add_eval, arguments()));
  EXPECT_TRUE(lines[0].starts_with("BLEU        ")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("chrF2       ")) << lines[1];
  const auto begin = lines.begin() + 2;
  for (const auto& line : std::vector(begin, lines.end())) {
    if (line.starts_with("text ") || line.starts_with("model ")) continue;  // lines with file names
    EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST_F(EvalCommand, AsksWhetherAReferenceOfNoSharedWordIsTheReference) {
  const auto warning = [&] {
    testing::internal::CaptureStderr();
    output_of(add_eval, arguments());
    return testing::internal::GetCapturedStderr();
  };
  std::string other;
  for (size_t line = 0; line < sources_.size(); ++line) other += "quelque chose d'autre\n";
  folder_.write("reference", other);
  EXPECT_NE(warning().find("BLEU is 0.0: is " + (folder_ / "reference the reference of ") +
                           (folder_ / "source, line by line?")),
            std::string::npos);
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

TEST_F(EvalCommand, PutsTheTagOfTheTestTextBeforeItsSources) {
  auto tagged = test::tiny_model("transformer", 1, config::TokenizerType::word, {"<law>"});
  const auto model = folder_ / "tagged";
  tagged.save(model);
  tagged.experiment.data.test = {
      .source = folder_ / "source", .target = folder_ / "reference", .tag = "<law>"};
  folder_.write("tagged/config.yaml", config::to_yaml(tagged.experiment));
  const auto loss = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--model", model, "--json", "--threads", "1", "--trust"});
    return nlohmann::json::parse(output_of(add_eval, arguments)).at("loss").get<double>();
  };
  const std::vector<std::string> files = {"--source", folder_ / "source", "--reference",
                                          folder_ / "reference"};
  auto with_tag = files;
  with_tag.insert(with_tag.end(), {"--tag", "<law>"});
  EXPECT_DOUBLE_EQ(loss({}), loss(with_tag));
  EXPECT_NE(loss({}), loss(files));
  EXPECT_DOUBLE_EQ(loss({"--tag", ""}), loss(files)) << "an option counts before the config";
}

TEST_F(EvalCommand, WithoutATestTextExplainsHowToGiveOne) {
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
