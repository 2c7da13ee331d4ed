#include "trainer/train.h"

#include <gtest/gtest.h>

#include <vector>

#include "interop/load_model.h"
#include "regard/base/error.h"
#include "runs/run_log.h"
#include "support/base/file_size_limit.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"
#include "text/tokenizer.h"

namespace regard::train {
namespace {

using test::kSmallRnn, test::kSmallTransformer, test::kSmallTargets;

class TrainTest : public testing::TestWithParam<const char*>, public test::TrainingFolder {};

class TrainEveryModel : public TrainTest {
 protected:
  TrainEveryModel() { directory_.write("config.yaml", config_of(GetParam())); }
};

TEST_P(TrainEveryModel, TwiceWithTheSameSeedGivesTheSameWeightsBitForBit) {
  train("a");
  train("b");
  EXPECT_EQ(model_of("a"), model_of("b"));
}

TEST_P(TrainEveryModel, ResumedEndsWithTheSameWeightsBitForBit) {
  train("whole");
  train("parts", {"training.steps=7"});
  train("parts", {"training.steps=17"}, true);
  train("parts", {}, true);
  EXPECT_EQ(model_of("whole"), model_of("parts"));
}

TEST_P(TrainEveryModel, LearnsAFewSentencesByHeart) {
  train("run", {"training.steps=250", "training.learning_rate=0.02", "training.warmup=10",
                "training.bleu_every=0", "training.label_smoothing=0", "training.average=0",
                "model.dropout=0", "training.batch_tokens=100", "training.validate_every=50"});
  EXPECT_EQ(test::content_of(directory_ / "run/translations/valid.txt"), kSmallTargets);
}

INSTANTIATE_TEST_SUITE_P(Architectures, TrainEveryModel,
                         testing::Values(kSmallRnn, kSmallTransformer), [](const auto& info) {
                           return std::string(info.index == 0 ? "rnn_attention" : "transformer");
                         });

TEST_F(TrainTest, GoesOnFromItsLastStateWhenTheDiskWasFull) {
  train("whole");
  train("parts", {"training.steps=7"});
  {
    const auto state = std::filesystem::file_size(directory_ / "parts/last/state.safetensors");
    const test::FileSizeLimit full(state / 2);
    EXPECT_THROW(train("parts", {}, true), Error);
  }
  train("parts", {}, true);
  EXPECT_EQ(model_of("whole"), model_of("parts"));
}

TEST_F(TrainTest, WithEveryRegularizationResumesBitForBit) {
  directory_.write("config.yaml", config_of(kSmallTransformer));
  expect_resumes_bit_for_bit({"training.word_dropout=0.1", "training.r_drop=1",
                              "model.attention_dropout=0.1", "model.activation_dropout=0.1"});
}

class TrainWithSampling : public TrainTest {};

TEST_P(TrainWithSampling, ResumesBitForBit) {
  const std::vector<std::string> sampling = {std::string("tokenizer.type=") + GetParam(),
                                             "tokenizer.vocab_size=42", "tokenizer.sampling=0.2"};
  expect_resumes_bit_for_bit(sampling);
  auto without = sampling;
  without.emplace_back("tokenizer.sampling=0");
  train("without", without);
  EXPECT_NE(model_of("whole"), model_of("without"));
}

INSTANTIATE_TEST_SUITE_P(Types, TrainWithSampling, testing::Values("unigram", "bpe"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(TrainTest, DependsOnEveryRegularization) {
  directory_.write("config.yaml", config_of(kSmallTransformer));
  train("without");
  for (const std::string option :
       {"training.word_dropout=0.1", "training.r_drop=1", "model.activation_dropout=0.1"}) {
    train("run", {option}, false, true);
    EXPECT_NE(model_of("run"), model_of("without")) << option;
  }
}

TEST_F(TrainTest, WithAMovingAverageResumesBitForBitAndKeepsTheAverage) {
  expect_resumes_bit_for_bit({"training.ema=0.9"});
  train("without");
  EXPECT_NE(model_of("whole"), model_of("without"));
}

TEST_F(TrainTest, LeavesNoUnfinishedFileOfAKilledRunBehind) {
  train("run", {"training.steps=7"});
  const auto unfinished = directory_.write("run/last/state.safetensors.tmp-1-0", "half of it");
  train("run", {}, true);
  EXPECT_FALSE(std::filesystem::exists(unfinished));
}

// With a learning rate close to zero, the weights stay at their initial values.
TEST_F(TrainTest, BeginsWithTheWeightsAndTheTokenizerOfARun) {
  train("first");
  const std::string begin = "training.init_from=" + (directory_ / "first");
  directory_.write("text.fr", "un\ndeux\ntrois\nquatre\ncinq\nsix\n");
  train("second", {begin, "training.learning_rate=1e-30", "training.steps=3"});
  const auto weights = [&](const std::string& run) {
    return interop::read_safetensors(directory_ / (run + "/model.safetensors")).tensors;
  };
  const auto first = weights("first"), second = weights("second");
  for (const auto& [name, weight] : first) EXPECT_TRUE(weight.equal(second.at(name))) << name;
  EXPECT_EQ(test::content_of(directory_ / "first/tokenizer.model"),
            test::content_of(directory_ / "second/tokenizer.model"));
}

// At this learning rate, every step makes the model worse.
TEST_F(TrainTest, KeepsTheWeightsItBeginsWithIfNothingIsBetter) {
  train("first");
  const std::string begin = "training.init_from=" + (directory_ / "first");
  train("second", {begin, "training.learning_rate=5", "training.steps=6", "training.warmup=1",
                   "training.validate_every=2"});
  const auto weights = [&](const std::string& run) {
    return interop::read_safetensors(directory_ / (run + "/model.safetensors")).tensors;
  };
  const auto first = weights("first"), second = weights("second");
  for (const auto& [name, weight] : first) EXPECT_TRUE(weight.equal(second.at(name))) << name;
  const auto log = directory_.read("second/log.jsonl");
  EXPECT_NE(log.find("{\"event\":\"valid\",\"step\":0"), std::string::npos) << log;
}

TEST_F(TrainTest, WithNoiseResumesBitForBit) {
  const std::vector<std::string> noise = {"tokenizer.type=char", "training.noise.case=0.3",
                                          "training.noise.typo=0.3", "training.noise.spacing=0.3",
                                          "training.noise.end_mark=0.3"};
  expect_resumes_bit_for_bit(noise);
  train("less", {"tokenizer.type=char", "training.noise.case=0.3"});
  EXPECT_NE(model_of("less"), model_of("whole"));
}

TEST_F(TrainTest, BeginsNoModelWithTheWeightsOfAnother) {
  train("first", {"training.steps=2"});
  const std::string begin = "training.init_from=" + (directory_ / "first");
  EXPECT_THROW(train("second", {begin, "model.hidden_size=12"}), Error);
  directory_.write("config.yaml", config_of(kSmallTransformer));
  const auto error = test::thrown_error([&] { train("second", {begin}); });
  EXPECT_NE(std::string(error.problem()).find("rnn_attention"), std::string::npos)
      << error.problem();
  EXPECT_FALSE(std::filesystem::exists(directory_ / "second"));
}

TEST_F(TrainTest, LearnsTheTagsOfItsTexts) {
  train("run", {"data.train.0.tag=<bt>", "training.steps=2"});
  EXPECT_EQ(text::Tokenizer::load(directory_ / "run/tokenizer.model").symbols(),
            std::vector<std::string>{"<bt>"});
}

TEST_F(TrainTest, WithWhatARunBeforeItKeptOfTheTextsGivesTheSameWeights) {
  train("without", {"data.cache=none"});
  EXPECT_FALSE(std::filesystem::exists(directory_ / ".regard-cache"));
  train("first");
  EXPECT_TRUE(std::filesystem::exists(directory_ / ".regard-cache"));
  train("second");
  EXPECT_EQ(model_of("first"), model_of("without"));
  EXPECT_EQ(model_of("second"), model_of("without"));
}

TEST_F(TrainTest, WithTwoTokenizersFromTheCacheGivesTheSameWeights) {
  const std::vector<std::string> separate = {"tokenizer.joint=false", "training.steps=2"};
  train("first", separate);
  train("second", separate);
  EXPECT_EQ(model_of("first"), model_of("second"));
  EXPECT_EQ(test::content_of(directory_ / "first/target.model"),
            test::content_of(directory_ / "second/target.model"));
}

TEST_F(TrainTest, ResumesWithAnotherCache) {
  train("whole");
  train("parts", {"training.steps=7"});
  train("parts", {"data.cache=none"}, true);
  EXPECT_EQ(model_of("whole"), model_of("parts"));
}

TEST_F(TrainTest, FindsABatchThatFitsAndResumesWithIt) {
  expect_resumes_bit_for_bit({"training.batch_tokens=auto", "training.update_tokens=24"});
  train("number", {"training.batch_tokens=24"});
  EXPECT_EQ(model_of("whole"), model_of("number"));
}

TEST_F(TrainTest, WithAnotherSeedGivesOtherWeights) {
  train("a");
  train("b", {"training.seed=2"});
  EXPECT_NE(model_of("a"), model_of("b"));
}

TEST_F(TrainTest, NeverReplacesARunUnasked) {
  train("run", {"training.steps=2"});
  const auto before = model_of("run");
  EXPECT_THROW(train("run"), Error);
  EXPECT_EQ(model_of("run"), before);
  EXPECT_NO_THROW(train("run", {"training.steps=3"}, false, true));
  EXPECT_NE(model_of("run"), before);
}

TEST_F(TrainTest, RefusesADirectoryInWhichAnotherProcessTrains) {
  train("run", {"training.steps=7"});
  const auto before = model_of("run");
  {
    const RunLock other(directory_ / "run");
    EXPECT_THROW(train("run", {}, true), Error);
    EXPECT_THROW(train("run", {}, false, true), Error);
  }
  EXPECT_EQ(model_of("run"), before);
  EXPECT_NO_THROW(train("run", {}, true));
}

TEST_F(TrainTest, RefusesToResumeAnotherExperiment) {
  train("run", {"training.steps=2"});
  try {
    train("run", {"training.learning_rate=0.5"}, true);
    FAIL() << "resumed with another learning rate";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.problem()).find("training.learning_rate"), std::string::npos)
        << error.problem();
  }
}

TEST_F(TrainTest, SaysWhatToDoWithADamagedState) {
  train("run", {"training.steps=3"});
  const auto state = directory_ / "run/last/state.safetensors";
  const auto whole = test::content_of(state);
  for (const size_t size : {size_t{0}, size_t{5}, whole.size() / 2, whole.size() - 1}) {
    directory_.write("run/last/state.safetensors", whole.substr(0, size));
    const auto error = test::thrown_error([&] { train("run", {}, true); });
    EXPECT_EQ(error.where(), state);
    EXPECT_NE(error.remedy().find("training.init_from"), std::string::npos) << error.remedy();
  }
}

TEST_F(TrainTest, RefusesToResumeWithOtherTexts) {
  train("run", {"training.steps=5"});
  const auto whole = std::string(test::kSmallSources);
  auto word = whole;
  word.replace(word.find("cat"), 3, "dog");
  const auto first_line = whole.substr(0, whole.find('\n') + 1);
  const auto before = model_of("run");
  for (const auto& text :
       {word, whole.substr(first_line.size()) + first_line, whole + "he eats .\n"}) {
    directory_.write("text.en", text);
    const auto error = test::thrown_error([&] { train("run", {}, true); });
    EXPECT_EQ(error.where(), directory_ / "text.en");
    EXPECT_NE(std::string(error.problem()).find("changed since"), std::string::npos)
        << error.problem();
    EXPECT_NE(error.remedy().find("--changed-texts"), std::string::npos) << error.remedy();
  }
  EXPECT_EQ(model_of("run"), before);
  directory_.write("text.en", whole);
  train("run", {}, true);
  train("whole");
  EXPECT_EQ(model_of("run"), model_of("whole"));
}

TEST_F(TrainTest, GoesOnWithOtherTextsWhereAsked) {
  train("run", {"training.steps=5"});
  // A shorter text, so that the saved position is beyond its end.
  directory_.write("text.en", "I see the cat .\nwe see a bird .\n");
  directory_.write("text.fr", "je vois le chat .\nnous voyons un oiseau .\n");
  train("run", {"training.steps=9"}, true, false, true);
  EXPECT_NO_THROW(train("run", {}, true)) << "the run now belongs to the new texts";
}

TEST_F(TrainTest, WritesNothingBeforeTheTextsAreFoundGood) {
  directory_.write("text.fr", "une ligne\n");
  EXPECT_THROW(train("run"), Error);
  EXPECT_FALSE(std::filesystem::exists(directory_ / "run"));
}

TEST_F(TrainTest, FindsBeforeItReadsTheTextsThatItsDirectoryCannotBeMade) {
  directory_.write("file", "in the way");
  std::filesystem::remove(directory_ / "text.fr");
  EXPECT_EQ(test::thrown_error([&] { train("file/run"); }).where(), directory_ / "file/run");
}

TEST_F(TrainTest, SaysThatThereIsNothingToResumeAndBegins) {
  set_quiet(false);
  testing::internal::CaptureStderr();
  train("run", {"training.steps=2"}, true);
  train("run", {"training.steps=3"}, true);
  const auto said = testing::internal::GetCapturedStderr();
  const std::string nothing = "nothing to resume in " + (directory_ / "run");
  EXPECT_EQ(said.find(nothing), said.rfind(nothing));
  EXPECT_NE(said.find(nothing), std::string::npos) << said;
}

TEST_F(TrainTest, StopsAtALossThatIsNotFiniteAndNamesStepAndLines) {
  try {
    train("run", {"training.learning_rate=1e30", "training.schedule=constant", "training.warmup=0",
                  "training.clip_norm=0", "training.save_every=1", "training.max_skipped=0"});
    FAIL() << "went on";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.problem()).find("at step "), std::string::npos) << error.problem();
    EXPECT_NE(std::string(error.problem()).find("text.en:"), std::string::npos) << error.problem();
    EXPECT_NE(error.remedy().find("last good state"), std::string::npos) << error.remedy();
  }
}

TEST_F(TrainTest, StopsEarlyWhenValidationGetsNoBetter) {
  const std::vector<std::string> overrides = {"training.learning_rate=1e-12", "training.average=0",
                                              "training.validate_every=1", "training.patience=3"};
  train("run", overrides);
  const auto log = test::content_of(directory_ / "run/log.jsonl");
  EXPECT_EQ(log.find("\"step\":24"), std::string::npos);
  train("run", overrides, true);
  EXPECT_EQ(test::content_of(directory_ / "run/log.jsonl"), log) << "went on after all";
}

TEST_F(TrainTest, ResumesARunThatWasBegunBeforeAnOptionCame) {
  train("whole");
  train("run", {"training.steps=7"});
  auto config = test::content_of(directory_ / "run/config.yaml");
  const auto begin = config.find("bptt:"), end = config.find("training:");
  directory_.write("run/config.yaml", config.erase(begin, end - begin));
  train("run", {}, true);
  EXPECT_EQ(model_of("run"), model_of("whole"));
}

}  // namespace
}  // namespace regard::train
