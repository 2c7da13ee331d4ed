#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/run_program.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using test::thrown_error;
using Strings = std::vector<std::string>;

class TokenizerCommand : public testing::Test {
 protected:
  TokenizerCommand() { set_quiet(true); }
  ~TokenizerCommand() override { set_quiet(false); }

  /// The output of `regard tokenizer ARGUMENTS`.
  static std::string output_of(const Strings& arguments) {
    CLI::App app("", "regard tokenizer");
    const auto run = add_tokenizer(app);
    testing::internal::CaptureStdout();
    EXPECT_TRUE(parse(app, arguments));
    EXPECT_EQ(run(), 0);
    return testing::internal::GetCapturedStdout();
  }

  void train(const Strings& more = {"--type", "word"}) const {
    Strings arguments = {"train", "--input", text, "--output", model};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(output_of(arguments), "");
  }

  const test::TemporaryFolder folder;
  const std::string text = folder.write("text", "a b c\na b\n\na\n");
  const std::string model = folder / "tokenizer.model";
};

TEST_F(TokenizerCommand, RestoresTheLinesThatItSplit) {
  train();
  const auto pieces = output_of({"encode", "--model", model, "--input", text});
  EXPECT_EQ(pieces, "▁a ▁b ▁c\n▁a ▁b\n\n▁a\n");
  const auto ids = output_of({"encode", "--model", model, "--input", text, "--ids"});
  EXPECT_EQ(ids, "4 5 6\n4 5\n\n4\n");
  const auto pieces_file = folder.write("pieces", pieces);
  const auto ids_file = folder.write("ids", ids);
  EXPECT_EQ(output_of({"decode", "--model", model, "--input", pieces_file}), folder.read("text"));
  EXPECT_EQ(output_of({"decode", "--model", model, "--input", ids_file, "--ids"}),
            folder.read("text"));
}

TEST_F(TokenizerCommand, TakesARunDirectoryForItsTokenizer) {
  train();
  EXPECT_EQ(output_of({"encode", "--model", folder.path().string(), "--input", text}),
            output_of({"encode", "--model", model, "--input", text}));
  const test::TemporaryFolder empty;
  const auto error = thrown_error([&] { output_of({"info", "--model", empty.path().string()}); });
  testing::internal::GetCapturedStdout();
  EXPECT_EQ(error.problem(), "has no tokenizer.model");
}

TEST_F(TokenizerCommand, PreprocessesInTrainingAndInUse) {
  folder.write("text", "A B.\n");
  train({"--type", "word", "--preprocess", "d2l"});
  EXPECT_EQ(output_of({"encode", "--model", model, "--input", text, "--preprocess", "d2l"}),
            "▁a ▁b ▁.\n");
}

TEST_F(TokenizerCommand, ShowsWhatIsInATokenizer) {
  train({"--type", "char", "--normalization", "nfkc"});
  const auto info = output_of({"info", "--model", model, "--longest", "1", "--text", "ﬁ a"});
  for (const char* shown :
       {"type           char\n", "pieces         8\n", "pad 0, unk 1, bos 2, eos 3\n",
        "normalization  nfkc\n", "sha256         ", "normalized     ▁fi▁a\n",
        "pieces         ▁ fi ▁ a\n"}) {
    EXPECT_NE(info.find(shown), std::string::npos) << shown << "in\n" << info;
  }
}

TEST_F(TokenizerCommand, NamesTheLineWithAWrongId) {
  train();
  for (const char* wrong : {"7", "-1", "4x", "▁a", "99999999999999999999"}) {
    const auto ids = folder.write("ids", std::string("4 5\n4 ") + wrong + "\n");
    const auto error = thrown_error([&] {
      output_of({"decode", "--model", model, "--input", ids, "--ids"});
    });
    testing::internal::GetCapturedStdout();
    EXPECT_EQ(error.where(), ids + ":2");
    EXPECT_EQ(error.problem(),
              std::string("'") + wrong + "' is not an id; this tokenizer has ids from 0 to 6");
  }
}

TEST_F(TokenizerCommand, LeavesNoFileIfTrainingFails) {
  const auto error = thrown_error([&] { train({"--type", "bpe", "--vocab-size", "500"}); });
  testing::internal::GetCapturedStdout();
  EXPECT_EQ(error.where(), "tokenizer.vocab_size");
  EXPECT_EQ(folder.names(), Strings{"text"});
}

}  // namespace
}  // namespace regard::cli
