#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "base/log.h"
#include "cli/run_program.h"
#include "cli_training/commands.h"
#include "config/experiment.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

/// `regard train --data`, in a folder with a bilingual text.
class TrainOnOwnPairs : public testing::Test {
 protected:
  TrainOnOwnPairs() {
    set_quiet(true);
    for (int line = 0; line < 200; ++line) {
      const auto number = std::to_string(line);
      english_ += "The " + number + " children are playing in the garden with their dog.\n";
      french_ += "Les " + number + " enfants jouent dans le jardin avec leur chien.\n";
      pairs_ += "Les " + number + " enfants jouent dans le jardin avec leur chien.\tThe " + number +
                " children are playing in the garden with their dog.\n";
    }
    folder_.write("text.en", english_);
    folder_.write("text.fr", french_);
    folder_.write("pairs.tsv", pairs_);
  }
  ~TrainOnOwnPairs() override { set_quiet(false); }

  int train(std::vector<std::string> arguments) const {
    for (const auto* more : {"--set", "training.minutes=0.001", "--set", "model.d_model=8", "--set",
                             "model.ffn_size=8", "--set", "search.beam_size=1", "--threads", "1"}) {
      arguments.emplace_back(more);
    }
    arguments.insert(arguments.end(), {"-o", folder_ / "run"});
    CLI::App app("", "regard");
    const auto command = add_train(app);
    return parse(app, arguments) ? command() : 0;
  }
  Error error_of(const std::vector<std::string>& arguments) const {
    return test::thrown_error([&] { train(arguments); });
  }
  config::DataOptions data() const {
    return config::load_experiment(folder_ / "run/config.yaml").data;
  }

  test::TemporaryFolder folder_;
  std::string english_, french_, pairs_;
};

TEST_F(TrainOnOwnPairs, NamesTheLanguagesThatTheTextLooksLike) {
  EXPECT_EQ(train({"--data", folder_ / "pairs.tsv"}), 0);
  EXPECT_EQ(data().source_language, "fr");
  EXPECT_EQ(data().target_language, "en");
}

TEST_F(TrainOnOwnPairs, KnowsOtherLanguagesThanThoseOfTheBook) {
  std::string german;
  for (int line = 0; line < 200; ++line) {
    german += "Die " + std::to_string(line) + " Kinder spielen mit ihrem Hund im Garten.\n";
  }
  folder_.write("text.de", german);
  EXPECT_EQ(train({"--data", folder_ / "text.en", folder_ / "text.de"}), 0);
  EXPECT_EQ(data().source_language + data().target_language, "ende");
}

TEST_F(TrainOnOwnPairs, LetsTheUserNameTheLanguages) {
  EXPECT_EQ(
      train({"--data", folder_ / "pairs.tsv", "--from-language", "br", "--to-language", "gd"}), 0);
  EXPECT_EQ(data().source_language, "br");
  EXPECT_EQ(data().target_language, "gd");
}

TEST_F(TrainOnOwnPairs, ReadsTwoFiles) {
  EXPECT_EQ(train({"--data", folder_ / "text.en", folder_ / "text.fr"}), 0);
  EXPECT_EQ(data().source_language, "en");
}

TEST_F(TrainOnOwnPairs, SwapsPairsAndLeavesOutRepetitions) {
  folder_.write(
      "others.csv",
      "\"The cat sleeps under the table, as always.\",\"Le chat dort sous la table, comme "
      "toujours.\"\n");
  const auto pairs = folder_ / "pairs.tsv";
  EXPECT_EQ(train({"--data", pairs, pairs, folder_ / "others.csv"}), 0);
  const auto texts = folder_.read("run/data/train.tsv") + folder_.read("run/data/valid.tsv") +
                     folder_.read("run/data/test.tsv");
  EXPECT_EQ(std::ranges::count(texts, '\n'), 201);
  EXPECT_NE(texts.find("comme toujours.\tThe cat"), std::string::npos);
}

TEST_F(TrainOnOwnPairs, RefusesATimeThatIsTooShort) {
  for (const auto* minutes : {"0", "abc", "-1", "nan"}) {
    const auto error = error_of({"--data", folder_ / "pairs.tsv", "--minutes", minutes});
    EXPECT_NE(std::string(error.problem()).find("--minutes"), std::string::npos) << minutes;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run"));
}

TEST_F(TrainOnOwnPairs, NamesTheOptionWhoseValueIsWrong) {
  const auto problem_of = [&](const std::string& option, const std::string& value) {
    return error_of({"--data", folder_ / "pairs.tsv", option, value}).problem();
  };
  EXPECT_EQ(problem_of("--device", "gpu"),
            "--device is gpu, but must be auto, cpu, cuda or cuda:N");
  EXPECT_EQ(problem_of("--seed", "x"), "--seed must be a whole number, but is 'x'");
  EXPECT_EQ(problem_of("--from-language", "English"),
            "--from-language is English, but must be the code of a language");
  EXPECT_EQ(problem_of("--architecture", "lstm"),
            "--architecture is lstm, but must be transformer or bahdanau");
}

TEST_F(TrainOnOwnPairs, RefusesOtherInputWithoutWaitingForIt) {
  EXPECT_EQ(error_of({"--data", "/dev/zero"}).where(), "/dev/zero");
  EXPECT_EQ(error_of({"--data", folder_ / "text.en"}).where(), folder_ / "text.en");
  EXPECT_EQ(error_of({"--data", folder_ / "pairs.tsv", "--from", folder_ / "none"}).where(),
            folder_ / "none");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run"));
}

TEST_F(TrainOnOwnPairs, StopsAtABadLineOnlyIfStrict) {
  folder_.write("pairs.tsv", "no tab\n" + pairs_);
  const auto path = folder_ / "pairs.tsv";
  EXPECT_EQ(error_of({"--data", path, "--strict"}).where(), path + ":1");
  EXPECT_EQ(train({"--data", path}), 0);
  EXPECT_EQ(folder_.read("run/data/rejected.tsv"), path + ":1\tone-column\t\tno tab\n");
}

}  // namespace
}  // namespace regard::cli
