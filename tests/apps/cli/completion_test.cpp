// Completion in real shells: bash, and zsh and fish if installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "regard/base/str.h"
#include "support/base/temporary_folder.h"

namespace regard::cli {
namespace {

using Words = std::vector<std::string>;

class Completion : public testing::Test {
 protected:
  void SetUp() override {
    const char* program = std::getenv("REGARD_PROGRAM");
    if (program == nullptr) GTEST_SKIP() << "REGARD_PROGRAM is not set";
    program_ = program;
    folder_.write("driver", R"(source <("$1" completion bash)
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_regard "$1"
printf '%s\n' "${COMPREPLY[@]}"
)");
  }

  /// The completions that bash offers for the last of `words`, which follow the program's name.
  Words offered(const Words& words) const {
    return sorted_lines(
        str("bash '", folder_ / "driver", "' '", program_, "' ",
            join(words, " ", [](const std::string& word) { return "'" + word + "'"; })));
  }

  /// The completions that `regard complete` offers a shell that does not split words.
  Words offered_as_typed(const Words& words) const {
    return sorted_lines(
        str("'", program_, "' complete ",
            join(words, " ", [](const std::string& word) { return "'" + word + "'"; }),
            " | tail -n +2 | cut -f 1"));
  }

  Words sorted_lines(const std::string& command) const {
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

  std::string program_;
  test::TemporaryFolder folder_;
};

TEST_F(Completion, InBashOffersCommandsOptionsAndWords) {
  EXPECT_EQ(offered({"tra"}), (Words{"train", "translate"}));
  EXPECT_EQ(offered({"translate", "--be"}), Words{"--beam-size"});
  EXPECT_EQ(offered({"translate", "--format", "=", "n"}), Words{"nbest"});
  EXPECT_EQ(offered({"translate", "--beam-size", ""}), Words{});
}

TEST_F(Completion, KnowsCommandsThatNeedLibTorch) {
  EXPECT_EQ(offered({"compare", "--table", "la"}), Words{"latex"});
}

TEST_F(Completion, InBashOffersPaths) {
  const auto file = folder_.write("some text.en", "");
  std::filesystem::create_directories(folder_ / "some folder");
  EXPECT_EQ(offered({"translate", "runs/mine", "--input", folder_ / "some"}),
            (Words{folder_ / "some folder", file}));
}

TEST_F(Completion, OffersRunsAfterANameAndInASum) {
  folder_.write("runs/a/config.yaml", "");
  folder_.write("runs/b/config.yaml", "");
  const auto a = folder_ / "runs/a", b = folder_ / "runs/b", begun = folder_ / "runs/";
  EXPECT_EQ(offered({"serve", begun}), (Words{a, b}));
  EXPECT_EQ(offered({"serve", "en-fr", "=", begun}), (Words{a, b}));
  EXPECT_EQ(offered_as_typed({"serve", "en-fr=" + begun}), (Words{"en-fr=" + a, "en-fr=" + b}));
  EXPECT_EQ(offered({"compare", a + "+" + b}), Words{a + "+" + b});
  EXPECT_EQ(offered({"translate", a + "+" + begun}), (Words{a + "+" + a, a + "+" + b}));
  EXPECT_EQ(offered({"compare", "--system", "other", "=", begun + "a/"}),
            Words{a + "/config.yaml"});
}

TEST_F(Completion, OffersValuesOfKeys) {
  EXPECT_EQ(offered({"train", "c.yaml", "--set", "training.op"}),
            (Words{"training.ops=", "training.optimizer="}));
  EXPECT_EQ(offered({"train", "c.yaml", "--set", "training.ops", "="}), (Words{"auto", "plain"}));
  EXPECT_EQ(offered({"train", "c.yaml", "--set", "training.ops", "=", "p"}), Words{"plain"});
  EXPECT_EQ(offered_as_typed({"train", "c.yaml", "--set=tokenizer.joint=t"}),
            Words{"--set=tokenizer.joint=true"});
  EXPECT_EQ(offered_as_typed({"sweep", "c.yaml", "--grid", "model.cell=gru,l"}),
            Words{"model.cell=gru,lstm"});
  EXPECT_EQ(offered({"train", "c.yaml", "--set", "model.type", "=", "transf"}),
            (Words{"transformer", "transformer_lm"}));
}

TEST_F(Completion, OffersTheCurvesOfARun) {
  folder_.write("run/config.yaml", "");
  folder_.write("run/log.jsonl", R"({"event":"train","step":1,"minutes":0.1,"loss":2.5,"tokens":7})"
                                 "\n");
  EXPECT_EQ(offered({"log", folder_ / "run", "--figure", "train/l"}), Words{"train/loss"});
  EXPECT_EQ(offered({"log", "--figure", "valid/b"}), Words{"valid/bleu"});
  EXPECT_EQ(offered({"log", folder_ / "none", "--figure", ""}), Words{});
}

TEST_F(Completion, OffersTheDrawingsAndThePartsOfAModel) {
  const char* source = std::getenv("REGARD_SOURCE_DIR");
  if (source == nullptr) GTEST_SKIP() << "REGARD_SOURCE_DIR is not set";
  const auto config = str(source, "/configs/quick-transformer.yaml");
  EXPECT_EQ(offered({"draw", "--part", "encoder-d"}), Words{"encoder-decoder"});
  EXPECT_EQ(offered({"draw", config, "--part", "decoder.blks.block0.ff"}),
            Words{"decoder.blks.block0.ffn"});
}

TEST_F(Completion, InZshIsAScriptThatItCanParse) {
  if (!is_installed("zsh")) GTEST_SKIP() << "there is no zsh";
  EXPECT_EQ(sorted_lines(str("'", program_, "' completion zsh | zsh -n")), Words{});
}

TEST_F(Completion, InFishOffersTheSame) {
  if (!is_installed("fish")) GTEST_SKIP() << "there is no fish";
  const auto bin = std::filesystem::path(program_).parent_path().string();
  const auto offered_by_fish = [&](const std::string& line) {
    return sorted_lines(str("PATH='", bin, "':$PATH fish --no-config -c \"regard completion fish ",
                            "| source; complete -C '", line, "'\" | cut -f 1"));
  };
  EXPECT_EQ(offered_by_fish("regard tr"), (Words{"train", "translate"}));
  EXPECT_EQ(offered_by_fish("regard translate --be"), Words{"--beam-size"});
  EXPECT_EQ(offered_by_fish("regard translate --format=n"), Words{"--format=nbest"});
  EXPECT_EQ(offered_by_fish("regard tokenizer en"), Words{"encode"});
  EXPECT_EQ(offered_by_fish("regard train c.yaml --set \\\"training.opt"),
            Words{"training.optimizer="});
}

}  // namespace
}  // namespace regard::cli
