// Several texts to train and to validate on.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "runs/run_log.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"

namespace regard::train {
namespace {

class TrainOnSeveralTexts : public testing::Test, public test::TrainingFolder {
 protected:
  TrainOnSeveralTexts() {
    directory_.write("more.tsv",
                     "the cat sleeps .\tle chat dort .\nI see a dog .\tje vois un "
                     "chien .\nhe eats .\til mange .\n");
  }
  std::string small() const {
    return "{source: " + (directory_ / "text.en") + ", target: " + (directory_ / "text.fr");
  }
  std::string more() const { return "{tsv: " + (directory_ / "more.tsv"); }
};

TEST_F(TrainOnSeveralTexts, ResumesTheirMixBitForBit) {
  const std::vector<std::string> mixed = {
      "data.train=[" + small() + ", weight: 0.7}, " + more() + ", weight: 1.5}]",
      "data.mix.temperature=3"};
  expect_resumes_bit_for_bit(mixed);
  train("sizes", {mixed.front()});
  EXPECT_NE(model_of("sizes"), model_of("whole"));
}

TEST_F(TrainOnSeveralTexts, WithJoinedPairsResumesBitForBit) {
  const std::vector<std::string> joined = {"data.train=[" + small() + "}, " + more() + "}]",
                                           "data.join={probability: 0.5, sentences: 3}"};
  expect_resumes_bit_for_bit(joined);
  train("single", {joined.front()});
  EXPECT_NE(model_of("single"), model_of("whole"));
}

TEST_F(TrainOnSeveralTexts, ValidatesOnEachTextOfAList) {
  train("run", {"data.valid=[" + small() + "}, " + more() + ", name: extra}]"});
  const auto curves = read_run_log(directory_ / "run").curves;
  EXPECT_EQ(validation_texts(curves), (std::vector<std::string>{"extra", "text"}));
  const auto last = [&](const std::string& name) { return curves.at(name).values.back(); };
  EXPECT_NEAR(last("valid/bleu"), (last("valid/text/bleu") + last("valid/extra/bleu")) / 2, 1e-9);
  const auto [least, most] = std::minmax({last("valid/text/loss"), last("valid/extra/loss")});
  EXPECT_LT(least, last("valid/loss"));
  EXPECT_GT(most, last("valid/loss"));
  for (const std::string file : {"valid-text.txt", "valid-extra.txt"}) {
    EXPECT_TRUE(std::filesystem::exists(directory_ / ("run/translations/" + file))) << file;
  }
  EXPECT_FALSE(std::filesystem::exists(directory_ / "run/translations/valid.txt"));
}

TEST_F(TrainOnSeveralTexts, ValidatesALanguageModelOnEachTextOfAList) {
  directory_.write("config.yaml", language_config_of(test::kSmallRnnLm));
  directory_.write("other.txt", "the cat sees the dog .\na bird sleeps .\n");
  train("run", {"data.valid=[{text: " + (directory_ / "text.txt") +
                "}, {text: " + (directory_ / "other.txt") + "}]"});
  const auto curves = read_run_log(directory_ / "run").curves;
  EXPECT_EQ(validation_texts(curves), (std::vector<std::string>{"other", "text"}));
  EXPECT_NE(curves.at("valid/other/loss").values, curves.at("valid/text/loss").values);
}

TEST_F(TrainOnSeveralTexts, WithAListToValidateOnResumesBitForBit) {
  expect_resumes_bit_for_bit({"data.valid=[" + small() + "}, " + more() + "}]"});
  // The files that the first run left are those of a run, so they can be replaced.
  train("whole", {"data.valid=[" + small() + "}, " + more() + "}]"}, false, true);
}

TEST_F(TrainOnSeveralTexts, OfOneTextInAListSelectsTheSameWeights) {
  train("one", {"training.average=0"});
  train("list", {"training.average=0", "data.valid=[" + small() + "}]"});
  EXPECT_EQ(model_of("list"), model_of("one"));
}

TEST_F(TrainOnSeveralTexts, NeedsTheTagsOfItsValidationTextsInTheTokenizer) {
  const auto error = test::thrown_error([&] {
    train("run", {"data.train.0.tag=<law>", "data.valid=[" + small() + ", tag: <laws>}]"});
  });
  EXPECT_EQ(error.where(), "data.valid.0.tag");
  EXPECT_FALSE(std::filesystem::exists(directory_ / "run"));
  train("run", {"data.train.0.tag=<law>", "data.valid=[" + small() + ", tag: <law>}]",
                "training.steps=2"});
}

TEST_F(TrainOnSeveralTexts, NamesTheKeyOfAnUnknownTag) {
  const auto error_of = [&](const std::vector<std::string>& changes) {
    auto all = changes;
    all.push_back("data.train.0.tag=<law>");
    return test::thrown_error([&] { train("run", all); });
  };
  EXPECT_EQ(error_of({"search.tag=<laws>"}).where(), "search.tag");
  EXPECT_EQ(error_of({"data.test.tag=<laws>", "data.test.source=" + directory_ / "text.en",
                      "data.test.target=" + directory_ / "text.fr"})
                .where(),
            "data.test.tag");
}

}  // namespace
}  // namespace regard::train
