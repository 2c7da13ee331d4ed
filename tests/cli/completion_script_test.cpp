// Completion in real shells: the scripts are read by bash, and by zsh and fish where there are any.
#include "cli/completion_script.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "cli/command_table.h"
#include "cli/every_grammar.h"
#include "regard/base/join.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"

namespace regard::cli {
namespace {

using Words = std::vector<std::string>;

class Completion : public testing::Test {
 protected:
  Completion() {
    folder_.write("bash", completion_script(Shell::bash, program_grammar()));
    folder_.write("driver", R"(source "${0%/*}/bash"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_regard
printf '%s\n' "${COMPREPLY[@]}"
)");
  }

  /// What bash offers for the last of the words; `split` as bash splits them.
  Words offered(const Words& split) const {
    return lines_of("bash '" + folder_ / "driver" + "' " +
                    join(split, " ", [](const std::string& word) { return "'" + word + "'"; }));
  }

  Words lines_of(const std::string& command) const {
    EXPECT_EQ(std::system((command + " > '" + folder_ / "out" + "' 2>&1").c_str()), 0)
        << folder_.read("out");
    Words lines;
    std::istringstream in(folder_.read("out"));
    for (std::string line; std::getline(in, line);) {
      if (!line.empty()) lines.push_back(line);
    }
    std::ranges::sort(lines);
    return lines;
  }

  static bool is_installed(const std::string& shell) {
    return std::system(str("command -v ", shell, " > /dev/null").c_str()) == 0;
  }

  test::TemporaryFolder folder_;
};

TEST_F(Completion, OffersCommands) {
  EXPECT_EQ(offered({"regard", "tr"}), (Words{"train", "translate"}));
  EXPECT_EQ(offered({"regard", "help", "tra"}), (Words{"train", "translate"}));
  EXPECT_EQ(offered({"regard", "tokenizer", "en"}), Words{"encode"});
}

TEST_F(Completion, OffersOptions) {
  EXPECT_EQ(offered({"regard", "translate", "--be"}), Words{"--beam-size"});
  EXPECT_EQ(offered({"regard", "tokenizer", "encode", "pieces.model", "--i"}),
            (Words{"--ids", "--input"}));
}

TEST_F(Completion, OffersEveryOptionOfEveryCommand) {
  for (const auto& grammar : every_grammar()) {
    if (!grammar.commands.empty()) continue;
    Words words, options;
    std::istringstream in(grammar.name);
    for (std::string word; in >> word;) words.push_back(word);
    words.emplace_back("-");
    for (const auto& option : grammar.options) {
      options.insert(options.end(), option.names.begin(), option.names.end());
    }
    std::ranges::sort(options);
    EXPECT_EQ(offered(words), options) << grammar.name;
  }
}

TEST_F(Completion, OffersTheWordsThatAnOptionTakes) {
  EXPECT_EQ(offered({"regard", "translate", "--format", ""}), (Words{"jsonl", "nbest", "text"}));
  EXPECT_EQ(offered({"regard", "translate", "--format", "=", "n"}), Words{"nbest"});
  EXPECT_EQ(offered({"regard", "translate", "--format", "="}), (Words{"jsonl", "nbest", "text"}));
  EXPECT_EQ(offered({"regard", "train", "--device", "c"}), (Words{"cpu", "cuda"}));
  EXPECT_EQ(offered({"regard", "score", "a", "-m", "bleu", "ch"}), Words{"chrf"});
}

TEST_F(Completion, OffersNothingForANumberOrAText) {
  EXPECT_EQ(offered({"regard", "translate", "--beam-size", ""}), Words{});
  EXPECT_EQ(offered({"regard", "translate", "runs/mine", ""}), Words{});
}

TEST_F(Completion, OffersNamesThatPlacesTake) {
  EXPECT_EQ(offered({"regard", "models", "transformer_"}), Words{"transformer_lm"});
  EXPECT_EQ(offered({"regard", "completion", "b"}), Words{"bash"});
}

TEST_F(Completion, OffersKeysOfAConfigButNotTheirValues) {
  EXPECT_EQ(offered({"regard", "train", "--set", "training.learning_r"}),
            Words{"training.learning_rate="});
  EXPECT_EQ(offered({"regard", "train", "--set", "training.learning_rate", "="}), Words{});
  EXPECT_EQ(offered({"regard", "train", "--set", "training.learning_rate", "=", "0"}), Words{});
}

TEST_F(Completion, OffersFiles) {
  const auto file = folder_.write("some text.en", "");
  EXPECT_EQ(offered({"regard", "translate", "runs/mine", "--input", folder_ / "some"}),
            Words{file});
}

TEST_F(Completion, OffersConfigsToTrain) {
  const auto config = folder_.write("mine.yaml", "");
  folder_.write("mine.txt", "");
  EXPECT_EQ(offered({"regard", "train", folder_ / "mine"}), Words{config});
  EXPECT_EQ(offered({"regard", "train", "--set", "training.steps", "=", "5", folder_ / "mine"}),
            Words{config});
}

TEST_F(Completion, OffersRunsWhereThereAreSomeAndFoldersElsewhere) {
  std::filesystem::create_directories(folder_ / "runs/mine");
  std::filesystem::create_directories(folder_ / "data");
  folder_.write("runs/mine/config.yaml", "");
  EXPECT_EQ(offered({"regard", "eval", folder_ / ""}), Words{folder_ / "runs/mine"});
  EXPECT_EQ(offered({"regard", "eval", folder_ / "da"}), Words{folder_ / "data"});
  EXPECT_EQ(offered({"regard", "translate", "--model", "one", folder_ / "runs/m"}),
            Words{folder_ / "runs/mine"});
}

TEST_F(Completion, IsAScriptThatBashCanParse) {
  EXPECT_EQ(lines_of("bash -n '" + folder_ / "bash" + "'"), Words{});
}

TEST_F(Completion, IsAScriptThatZshCanParse) {
  if (!is_installed("zsh")) GTEST_SKIP() << "there is no zsh";
  const auto script = folder_.write("_regard", completion_script(Shell::zsh, program_grammar()));
  EXPECT_EQ(lines_of("zsh -n '" + script + "'"), Words{});
}

TEST_F(Completion, OffersTheSameInFish) {
  if (!is_installed("fish")) GTEST_SKIP() << "there is no fish";
  const auto script = folder_.write("fish", completion_script(Shell::fish, program_grammar()));
  const auto offered_by_fish = [&](const std::string& line) {
    return lines_of("fish -c \"source '" + script + "'; complete -C '" + line + "'\" | cut -f 1");
  };
  EXPECT_EQ(offered_by_fish("regard tr"), (Words{"train", "translate"}));
  EXPECT_EQ(offered_by_fish("regard translate --be"), Words{"--beam-size"});
  EXPECT_EQ(offered_by_fish("regard translate --format "), (Words{"jsonl", "nbest", "text"}));
  EXPECT_EQ(offered_by_fish("regard tokenizer en"), Words{"encode"});
  EXPECT_EQ(offered_by_fish("regard help tra"), (Words{"train", "translate"}));
}

}  // namespace
}  // namespace regard::cli
