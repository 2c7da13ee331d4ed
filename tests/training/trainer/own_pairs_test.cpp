#include "trainer/train.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <regex>
#include <string>
#include <string_view>

#include "architecture/registry.h"
#include "base/atomic_file.h"
#include "base/stopwatch.h"
#include "cli_training/own_text.h"
#include "config/experiment.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"
#include "trainer/model_sizes.h"

namespace regard::train {
namespace {

class TrainOwnPairs : public testing::Test, public test::TrainingFolder {
 protected:
  TrainOwnPairs() {
    std::string pairs;
    for (int i = 0; i < 300; ++i) {
      const auto number = std::to_string(i);
      pairs += "I see cat " + number + " .\tje vois le chat " + number + " .\n";
    }
    directory_.write("pairs.tsv", pairs);
  }

  CleanInto cleaner() const { return cli::cleaner_of({.files = {directory_ / "pairs.tsv"}}); }

  std::string prepare(const std::string& model, bool resume = false, bool overwrite = false) const {
    return prepare_own_pairs({.clean = cleaner(), .model = model}, directory_ / "run", resume,
                             overwrite);
  }
};

TEST_F(TrainOwnPairs, HaveAConfigThatCanBeTrainedAndResumed) {
  const auto config = prepare("transformer");
  const auto experiment = config::load_experiment(
      config, {"training.minutes=0.02", "training.batch_tokens=200", "search.beam_size=1"});
  const InterruptGuard interrupt;
  regard::train::train(experiment, {.directory = directory_ / "run"}, interrupt);
  EXPECT_TRUE(std::filesystem::exists(directory_ / "run/model.safetensors"));
  EXPECT_NE(directory_.read("run/log.jsonl").find("\"test\""), std::string::npos);
  const auto text = directory_.read("run/data/test.tsv");
  EXPECT_EQ(prepare("transformer", true), config);
  EXPECT_EQ(directory_.read("run/data/test.tsv"), text);
}

TEST_F(TrainOwnPairs, CountThePreparationAmongTheMinutes) {
  const auto begun = Stopwatch();
  const auto config = prepare("transformer");
  const auto experiment = config::load_experiment(
      config, {"training.minutes=0.02", "training.batch_tokens=200", "search.beam_size=1"});
  EXPECT_TRUE(experiment.training.minutes_with_preparation);
  EXPECT_EQ(experiment.training.alignment_pairs, pairs_to_align(10));
  const InterruptGuard interrupt;
  regard::train::train(experiment, {.directory = directory_ / "run", .since_command = begun},
                       interrupt);
  const auto state = directory_.read("run/last/state.safetensors");
  const std::string key = R"(\"preparation_seconds\":)";
  const size_t at = state.find(key);
  ASSERT_NE(at, std::string::npos);
  EXPECT_GT(std::stod(state.substr(at + key.size())), 0.0);
}

TEST_F(TrainOwnPairs, AreTheGoodLinesOfAMessyFile) {
  const auto clean = directory_.read("pairs.tsv");
  directory_.write("pairs.tsv",
                   "\xEF\xBB\xBF\nno tab\nZo\xC3\xA9\tZo\xC3\xAB\nbad\x81\tb\n" + clean);
  const auto path = directory_ / "pairs.tsv";
  const auto config = prepare("transformer");
  const auto data = config::load_experiment(config).data;
  EXPECT_EQ(directory_.read("run/data/rejected.tsv"),
            path + ":1\tempty\tsource, target\t\n" + path + ":2\tone-column\t\tno tab\n" + path +
                ":4\tbroken\tsource: byte 0x81 at 4\tbad\x81\tb\n");
  const auto lines = [&](const std::string& path) {
    const auto text = test::content_of(path);
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(
      lines(data.train.front().tsv) + lines(data.valid.items.front().tsv) + lines(data.test.tsv),
      301);
}

TEST_F(TrainOwnPairs, AreWeightedByFile) {
  directory_.write("law.tsv", "I see law .\tje vois la loi .\n");
  const auto law = directory_ / "law.tsv";
  const cli::OwnText text = {.files = {directory_ / "pairs.tsv", law},
                             .weights = {law + "=3", law + "=0.25"}};
  const auto config =
      prepare_own_pairs({.clean = cli::cleaner_of(text)}, directory_ / "run", false, false);
  const auto train = config::load_experiment(config).data.train;
  ASSERT_EQ(train.size(), 2U);
  EXPECT_EQ(train[0].weight, 1);
  EXPECT_EQ(train[1].weight, 0.25);
  EXPECT_EQ(test::content_of(train[1].tsv), "I see law .\tje vois la loi .\n");
  EXPECT_FALSE(std::filesystem::exists(directory_ / "run/data/pairs-2.tsv"));
}

TEST_F(TrainOwnPairs, HaveWeightsOfTheirFilesOnly) {
  const auto file = directory_ / "pairs.tsv";
  for (const auto* wrong : {"", "=2", "=", "=0", "=-1", "=nan", "=inf", "=x", ".gz=2"}) {
    const cli::OwnText text = {.files = {file}, .weights = {file + wrong}};
    if (std::string_view(wrong) == "=2") {
      EXPECT_NO_THROW(cli::cleaner_of(text));
    } else {
      const auto error = test::thrown_error([&] { cli::cleaner_of(text); });
      EXPECT_TRUE(std::string_view(error.problem()).starts_with("--weight")) << error.problem();
    }
  }
}

class TrainOwnPairsAgain : public TrainOwnPairs {
 protected:
  /// The run's config, without the folder's name.
  std::string prepare_in(const std::string& run) {
    const cli::OwnText text = {.files = {directory_ / "pairs.tsv"}};
    const OwnPairs pairs = {.clean =
                                [&](const std::string& folder) {
                                  ++cleanings_;
                                  return cli::cleaner_of(text)(folder);
                                },
                            .key = cli::key_of(text)};
    const auto path = directory_ / run;
    const auto config = test::content_of(prepare_own_pairs(pairs, path, false, true));
    return std::regex_replace(config, std::regex(path), "");
  }
  std::string kept() const {
    for (const auto& entry : std::filesystem::directory_iterator(directory_ / ".regard-cache")) {
      if (entry.path().filename().string().starts_with("pairs-")) return entry.path().string();
    }
    return "";
  }

  int cleanings_ = 0;
};

TEST_F(TrainOwnPairsAgain, TakesTheTextsThatAreCleanedAlready) {
  const auto first = prepare_in("one");
  EXPECT_EQ(prepare_in("two"), first);
  EXPECT_EQ(cleanings_, 1);
  for (const auto* name : {"train.tsv", "valid.tsv", "test.tsv", "rejected.tsv", "cleaning.txt"}) {
    EXPECT_EQ(directory_.read(str("one/data/", name)), directory_.read(str("two/data/", name)));
  }
}

TEST_F(TrainOwnPairsAgain, CleansOtherTextsAndDamagedOnes) {
  prepare_in("one");
  write_file_atomically(kept() + "/train.tsv", "damaged");
  prepare_in("two");
  EXPECT_EQ(cleanings_, 2);
  EXPECT_EQ(directory_.read("one/data/train.tsv"), directory_.read("two/data/train.tsv"));
  write_file_atomically(kept() + "/pairs.json", "{}");
  prepare_in("three");
  EXPECT_EQ(cleanings_, 3);
  directory_.write("pairs.tsv", directory_.read("pairs.tsv") + "one more\tune de plus\n");
  prepare_in("four");
  EXPECT_EQ(cleanings_, 4);
}

TEST_F(TrainOwnPairsAgain, ResumesOnlyWithTheFilesItBeganWith) {
  prepare_in("one");
  const cli::OwnText text = {.files = {directory_ / "pairs.tsv"}};
  const auto resume = [&] {
    return prepare_own_pairs({.clean = cli::cleaner_of(text), .key = cli::key_of(text)},
                             directory_ / "one", true, false);
  };
  EXPECT_EQ(resume(), directory_ / "one/data/config.yaml");
  directory_.write("pairs.tsv", directory_.read("pairs.tsv") + "one more\tune de plus\n");
  EXPECT_EQ(test::thrown_error(resume).where(), directory_ / "one");
}

TEST_F(TrainOwnPairs, ReplaceNothingForAWrongOption) {
  prepare("transformer");
  const auto before = directory_.read("run/data/config.yaml");
  for (const auto* wrong : {"model.nope=1", "model.heads=7", "training.nope=1"}) {
    const OwnPairs pairs = {.clean = cleaner(), .overrides = {wrong}};
    EXPECT_THROW(prepare_own_pairs(pairs, directory_ / "run", false, true), Error) << wrong;
    EXPECT_EQ(directory_.read("run/data/config.yaml"), before);
  }
}

TEST_F(TrainOwnPairs, SayWhyTooFewAreGood) {
  directory_.write("pairs.tsv", "a\tb\n" + std::string(500, '\n'));
  const auto error = test::thrown_error([&] { prepare("transformer"); });
  EXPECT_EQ(std::string(error.problem()),
            "has 1 pair, too few to learn from; dropped of 501 pairs: 500 empty: a side is empty "
            "(first: " +
                (directory_ / "pairs.tsv") + ":2)");
  EXPECT_FALSE(std::filesystem::exists(directory_ / "run/data"));
}

TEST_F(TrainOwnPairs, AreInTheLanguagesTheyLookLike) {
  const OwnPairs pairs = {.clean = [&](const std::string& folder) {
    auto cleaned = cleaner()(folder);
    cleaned.source_language = "xx";
    cleaned.target_language = "yy";
    return cleaned;
  }};
  const auto data =
      config::load_experiment(prepare_own_pairs(pairs, directory_ / "run", false, false)).data;
  EXPECT_EQ(data.source_language + data.target_language, "xxyy");
}

TEST_F(TrainOwnPairs, AreInTheLanguagesAndForTheMinutesThatAreGiven) {
  const OwnPairs pairs = {
      .clean = cleaner(),
      .overrides = {"data.source_language=fr", "data.target_language=en", "training.minutes=3"}};
  const auto kept =
      config::load_experiment(prepare_own_pairs(pairs, directory_ / "run", false, false));
  EXPECT_EQ(kept.data.source_language + kept.data.target_language, "fren");
  EXPECT_DOUBLE_EQ(kept.training.minutes, 3);
}

TEST_F(TrainOwnPairs, LeaveNothingBehindWhenAnOptionIsWrong) {
  for (const auto* wrong : {"training.minutes=abc", "training.nonsense=1"}) {
    const OwnPairs pairs = {.clean = cleaner(), .overrides = {wrong}};
    EXPECT_THROW(prepare_own_pairs(pairs, directory_ / "run", false, false), Error) << wrong;
    EXPECT_FALSE(std::filesystem::exists(directory_ / "run")) << wrong;
  }
}

TEST_F(TrainOwnPairs, NameTheOptionThatBreaksARule) {
  const OwnPairs pairs = {.clean = cleaner(), .overrides = {"training.warmup=1000000"}};
  const auto error =
      test::thrown_error([&] { prepare_own_pairs(pairs, directory_ / "run", false, false); });
  EXPECT_EQ(error.where(), "--set");
  EXPECT_TRUE(error.problem().starts_with("training.warmup is 1000000, but must be below"))
      << error.problem();
}

TEST_F(TrainOwnPairs, TrainAModelFurtherAtATenthOfItsRate) {
  train("first", {"training.steps=4", "training.warmup=1", "training.learning_rate=0.02"});
  const OwnPairs pairs = {.clean = cleaner(), .from = directory_ / "first"};
  const auto config = prepare_own_pairs(pairs, directory_ / "run", false, false);
  const auto experiment = config::load_experiment(
      config, {"training.steps=2", "training.minutes=0", "training.warmup=1"});
  EXPECT_DOUBLE_EQ(experiment.training.learning_rate, 0.002);
  const InterruptGuard interrupt;
  regard::train::train(experiment, {.directory = directory_ / "run"}, interrupt);
  EXPECT_EQ(directory_.read("run/tokenizer.model"), directory_.read("first/tokenizer.model"));
  EXPECT_EQ(directory_.read("run/log.jsonl").find("{\"event\":\"valid\",\"step\":0"), 0U);
}

TEST_F(TrainOwnPairs, StartFromNoModelOfAnotherProgram) {
  directory_.write("theirs/config.json", "{}");
  for (const std::string name : {"theirs", "nothing"}) {
    const OwnPairs pairs = {.clean = cleaner(), .from = directory_ / name};
    const auto error =
        test::thrown_error([&] { prepare_own_pairs(pairs, directory_ / "run", false, false); });
    EXPECT_EQ(error.where(), directory_ / name);
    EXPECT_EQ(error.remedy().find("import it first") != std::string::npos, name == "theirs");
  }
}

TEST_F(TrainOwnPairs, TrainEitherModelByWhatHelpsShortTrainings) {
  for (const auto* model : {"transformer", "bahdanau"}) {
    const auto training = config::load_experiment(prepare(model, false, true)).training;
    EXPECT_GT(training.guided_alignment, 0) << model;
    EXPECT_GT(training.noise.end_mark, 0) << model;
    EXPECT_EQ(training.schedule, config::Schedule::linear) << model;
  }
}

TEST_F(TrainOwnPairs, KnowTheNamesOfTheBook) {
  const auto experiment = config::load_experiment(prepare("bahdanau"));
  EXPECT_EQ(model::find_architecture(experiment.model).name, "rnn_attention");
}

TEST_F(TrainOwnPairs, AreNotWrittenWhereARunIs) {
  train("run", {"training.steps=2", "training.warmup=1"});
  EXPECT_EQ(test::thrown_error([&] { prepare("transformer"); }).where(), directory_ / "run");
  EXPECT_FALSE(std::filesystem::exists(directory_ / "run/data"));
}

TEST_F(TrainOwnPairs, NameAnArchitectureThatIsThere) {
  const auto error = test::thrown_error([&] { prepare("transfomer"); });
  EXPECT_NE(error.remedy().find("transformer"), std::string::npos) << error.remedy();
}

}  // namespace
}  // namespace regard::train
