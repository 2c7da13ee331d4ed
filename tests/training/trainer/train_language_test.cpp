#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "interop/load_model.h"
#include "regard/translate/text_generator.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"
#include "trainer/train.h"

namespace regard::train {
namespace {

using test::kSmallRnnLm;

/// Trains on a text of a few hundred tokens: an epoch has about twenty batches.
class TrainEveryLanguageModel : public testing::TestWithParam<const char*>,
                                public test::TrainingFolder {
 protected:
  TrainEveryLanguageModel() { directory_.write("config.yaml", language_config_of(GetParam())); }
};

constexpr auto kRandomLm =
    "bptt: {steps: 4, partition: random, mode: random, keep: 0.5}\n"
    "model: {type: rnn_lm, cell: lstm, input: one_hot, hidden_size: 8";
constexpr auto kTransformerLm =
    "model: {type: transformer_lm, d_model: 8, heads: 2, ffn_size: 16, layers: 1";

TEST_P(TrainEveryLanguageModel, TwiceWithTheSameSeedGivesTheSameWeightsBitForBit) {
  train("a");
  train("b");
  EXPECT_EQ(model_of("a"), model_of("b"));
}

TEST_P(TrainEveryLanguageModel, ResumedEndsWithTheSameWeightsBitForBit) {
  train("whole");
  train("parts", {"training.steps=7"});
  train("parts", {"training.steps=17"}, true);
  train("parts", {}, true);
  EXPECT_EQ(model_of("whole"), model_of("parts"));
}

TEST_P(TrainEveryLanguageModel, LearnsATextByHeart) {
  train("run", {"training.steps=250", "training.learning_rate=0.02", "training.warmup=10",
                "training.label_smoothing=0", "training.average=0", "model.dropout=0",
                "bptt.steps=12", "training.batch_tokens=96", "training.validate_every=50"});
  translate::TextGenerator generator(directory_ / "run", {.device = "cpu"});
  const auto rest_of = [&](const std::string& prefix) {
    return generator.generate(prefix, {.temperature = 0}).front();
  };
  EXPECT_EQ(rest_of("he"), "he sleeps .");
  EXPECT_EQ(rest_of("I eat"), "I eat an apple .");
  EXPECT_EQ(rest_of("you see"), "you see the dog .");
}

std::string name_of_language_model(const testing::TestParamInfo<const char*>& info) {
  return info.param == kSmallRnnLm ? "rnn"
         : info.param == kRandomLm ? "lstm_at_random"
                                   : "transformer";
}

INSTANTIATE_TEST_SUITE_P(Architectures, TrainEveryLanguageModel,
                         testing::Values(kSmallRnnLm, kRandomLm, kTransformerLm),
                         name_of_language_model);

class TrainLanguageModel : public testing::Test, public test::TrainingFolder {
 protected:
  TrainLanguageModel() { directory_.write("config.yaml", language_config_of(kSmallRnnLm)); }
};

TEST_F(TrainLanguageModel, DependsOnEachOptionOfBackPropagationThroughTime) {
  train("full");
  int number = 0;
  for (const std::vector<std::string>& overrides :
       {std::vector<std::string>{"bptt.mode=truncated", "bptt.every=2"},
        {"bptt.mode=random"},
        {"bptt.carry_state=false"},
        {"bptt.partition=random"}}) {
    const auto name = "run" + std::to_string(number++);
    train(name, overrides);
    EXPECT_NE(model_of(name), model_of("full")) << overrides.front();
  }
}

TEST_F(TrainLanguageModel, TruncatesNoTransformer) {
  directory_.write("config.yaml", language_config_of(kTransformerLm));
  const auto error = test::thrown_error([&] { train("run", {"bptt.mode=truncated"}); });
  EXPECT_EQ(error.where(), "bptt.mode");
  EXPECT_FALSE(std::filesystem::exists(directory_ / "run"));
}

TEST_F(TrainLanguageModel, NamesTheLinesOfALossThatIsNotFinite) {
  const auto error = test::thrown_error([&] {
    train("run", {"training.learning_rate=1e30", "training.schedule=constant", "training.warmup=0",
                  "training.clip_norm=0", "training.save_every=1", "training.max_skipped=0"});
  });
  EXPECT_NE(std::string(error.problem()).find("text.txt:"), std::string::npos) << error.problem();
}

TEST_F(TrainLanguageModel, RefusesToResumeWithAStateThatItsModelHasNot) {
  train("run", {"training.steps=7"});
  const auto path = directory_ / "run/last/state.safetensors";
  auto file = interop::read_safetensors(path);
  const auto carried = file.tensors.at("task.state.0");
  file.tensors["task.state.0"] = carried.narrow(1, 0, 1).contiguous();
  interop::write_safetensors(path, file.tensors, file.metadata);
  const auto error = test::thrown_error([&] { train("run", {}, true); });
  EXPECT_EQ(error.problem(), "the saved recurrent state does not match the model");
  EXPECT_EQ(error.where(), path);
  EXPECT_NE(error.remedy().find("--overwrite"), std::string::npos) << error.remedy();
}

}  // namespace
}  // namespace regard::train
