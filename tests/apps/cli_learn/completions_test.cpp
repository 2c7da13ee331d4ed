#include "cli/completion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cli/program.h"
#include "cli_learn/every_grammar.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"

namespace regard::cli {
namespace {

using Words = std::vector<std::string>;

Words offered(const Words& words) {
  static const Grammar kProgram = program_grammar(every_command());
  Words found;
  for (const auto& candidate : completions(kProgram, words).candidates) {
    found.push_back(candidate.word);
  }
  return found;
}

TEST(Completions, AreCommandsWithTheirSummaries) {
  EXPECT_EQ(offered({"tr"}), (Words{"train", "translate"}));
  EXPECT_EQ(offered({"help", "tra"}), (Words{"train", "translate"}));
  EXPECT_EQ(offered({"tokenizer", "en"}), Words{"encode"});
  EXPECT_EQ(offered({"help", "tokenizer", "en"}), Words{"encode"});
  EXPECT_EQ(offered({"--v"}), Words{"--version"});
  EXPECT_EQ(completions(program_grammar(every_command()), {"transl"}).candidates.front().sentence,
            "translate lines of text");
}

TEST(Completions, OfAnUnknownCommandAreNone) { EXPECT_EQ(offered({"tokenise", ""}), Words{}); }

TEST(Completions, AreOptions) {
  EXPECT_EQ(offered({"translate", "--be"}), Words{"--beam-size"});
  EXPECT_EQ(offered({"tokenizer", "encode", "pieces.model", "--i"}), (Words{"--ids", "--input"}));
}

TEST(Completions, AreAllOptionsOfEachCommand) {
  for (const auto& grammar : every_grammar()) {
    if (!grammar.commands.empty()) continue;
    Words words, options;
    std::istringstream in(grammar.name.substr(grammar.name.find(' ')));
    for (std::string word; in >> word;) words.push_back(word);
    words.emplace_back("-");
    for (const auto& option : grammar.options) {
      options.insert(options.end(), option.names.begin(), option.names.end());
    }
    std::ranges::sort(options);
    EXPECT_EQ(offered(words), options) << grammar.name;
  }
}

const Words kFormats = {"html", "jsonl", "markdown", "nbest", "text", "xml"};

TEST(Completions, AreTheWordsThatAnOptionTakes) {
  EXPECT_EQ(offered({"translate", "--format", ""}), kFormats);
  EXPECT_EQ(offered({"train", "--device", "c"}), (Words{"cpu", "cuda"}));
  EXPECT_EQ(offered({"score", "a", "-m", "bleu", "ch"}), Words{"chrf"});
}

TEST(Completions, OfAnOptionWithItsValueAreWholeWords) {
  EXPECT_EQ(offered({"translate", "--format=n"}), Words{"--format=nbest"});
}

TEST(Completions, OfAWordThatBashHasSplitAreItsParts) {
  EXPECT_EQ(offered({"translate", "--format", "=", "n"}), Words{"nbest"});
  EXPECT_EQ(offered({"translate", "--format", "="}), kFormats);
}

TEST(Completions, OfANumberOrATextAreNone) {
  EXPECT_EQ(offered({"translate", "--beam-size", ""}), Words{});
  EXPECT_EQ(offered({"translate", "runs/mine", ""}), Words{});
}

TEST(Completions, AreTheNamesThatPositionalArgumentsTake) {
  EXPECT_EQ(offered({"models", "transformer_"}), Words{"transformer_lm"});
  EXPECT_EQ(offered({"completion", "b"}), Words{"bash"});
}

TEST(Completions, AreKeysOfAConfigButNoNumbers) {
  EXPECT_EQ(offered({"train", "--set", "training.learning_r"}), Words{"training.learning_rate="});
  EXPECT_EQ(offered({"train", "--set", "training.learning_rate", "="}), Words{});
  EXPECT_EQ(offered({"train", "--set", "training.learning_rate", "=", "0"}), Words{});
}

class PathCompletions : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

TEST_F(PathCompletions, AreFilesAndFolders) {
  const auto file = folder_.write("some text.en", "");
  std::filesystem::create_directories(folder_ / "some folder");
  EXPECT_EQ(offered({"translate", "runs/mine", "--input", folder_ / "some"}),
            (Words{folder_ / "some folder/", file}));
  EXPECT_TRUE(
      completions(program_grammar(every_command()), {"translate", "m", "--input", ""}).are_paths);
}

TEST_F(PathCompletions, AreHiddenOnlyIfTheDotIsTyped) {
  const auto file = folder_.write(".hidden", "");
  EXPECT_EQ(offered({"translate", "runs/mine", "--input", folder_ / ""}), Words{});
  EXPECT_EQ(offered({"translate", "runs/mine", "--input", folder_ / "."}), Words{file});
}

TEST_F(PathCompletions, AreConfigsIfOneIsToBeTrained) {
  const auto config = folder_.write("mine.yaml", "");
  folder_.write("mine.txt", "");
  EXPECT_EQ(offered({"train", folder_ / "mine"}), Words{config});
  EXPECT_EQ(offered({"train", "--set", "training.steps", "=", "5", folder_ / "mine"}),
            Words{config});
}

TEST_F(PathCompletions, AreRunsPackedModelsAndFoldersThatMayContainThem) {
  std::filesystem::create_directories(folder_ / "runs/mine");
  std::filesystem::create_directories(folder_ / "data");
  folder_.write("runs/mine/config.yaml", "");
  const auto packed = folder_.write("packed.regard", "");
  EXPECT_EQ(offered({"eval", folder_ / ""}),
            (Words{folder_ / "data/", packed, folder_ / "runs/mine"}));
  EXPECT_EQ(offered({"translate", "--model", "one", folder_ / "runs/m"}),
            Words{folder_ / "runs/mine"});
}

TEST_F(PathCompletions, AreNoneOfAFolderThatIsMissing) {
  EXPECT_EQ(offered({"translate", "runs/mine", "--input", folder_ / "missing/a"}), Words{});
}

TEST(CompletionLines, SayWhatTheWordsAreThenEachWithItsSentence) {
  EXPECT_EQ(lines_of({.candidates = {{"train", "train a model"}, {"b", ""}}}),
            "words\ntrain\ttrain a model\nb\t\n");
  EXPECT_EQ(lines_of({.candidates = {{"a b/", ""}, {"a\nb", ""}}, .are_paths = true}),
            "paths\na b/\t\n");
}

}  // namespace
}  // namespace regard::cli
