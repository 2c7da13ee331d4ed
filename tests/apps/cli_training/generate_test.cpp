// regard generate, eval and average on a tiny language model.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/run_program.h"
#include "cli_training/commands.h"
#include "corpus/token_stream.h"
#include "regard/base/error.h"
#include "regard/translate/text_generator.h"
#include "scoring/score_text.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_language_model.h"

namespace regard::cli {
namespace {

using test::thrown_error;
using Arguments = std::vector<std::string>;

class LanguageModelCommand : public testing::Test {
 protected:
  LanguageModelCommand() {
    set_quiet(true);
    tiny_.save(model_);
  }
  ~LanguageModelCommand() override { set_quiet(false); }

  static int run(std::function<int()> (*add)(CLI::App&), const Arguments& arguments) {
    CLI::App app("", "regard");
    const auto command = add(app);
    return parse(app, arguments) ? command() : 0;
  }
  static std::string output_of(std::function<int()> (*add)(CLI::App&), const Arguments& arguments) {
    testing::internal::CaptureStdout();
    try {
      run(add, arguments);
    } catch (...) {
      testing::internal::GetCapturedStdout();
      throw;
    }
    return testing::internal::GetCapturedStdout();
  }

  test::TemporaryFolder folder_;
  std::string model_ = folder_ / "model";
  test::TinyLanguageModel tiny_ = test::tiny_language_model();
};

TEST_F(LanguageModelCommand, GenerateWritesASampleALine) {
  translate::TextGenerator generator(model_, {.device = "cpu"});
  std::string expected;
  for (const auto& text :
       generator.generate("the cat", {.length = 9, .top_k = 5, .samples = 4, .seed = 3})) {
    expected += text + '\n';
  }
  EXPECT_EQ(output_of(add_generate,
                      {"--model", model_, "--prefix", "the cat", "--length", "9", "--top-k", "5",
                       "--samples", "4", "--seed", "3", "--device", "cpu", "--threads", "1"}),
            expected);
}

TEST_F(LanguageModelCommand, GenerateRefusesInvalidSampling) {
  for (const char* option : {"--temperature", "--top-k", "--samples"}) {
    EXPECT_THROW(run(add_generate, {"--model", model_, option, "-1"}), Error) << option;
  }
  EXPECT_THROW(run(add_generate, {"--model", model_, "--top-p", "0"}), Error);
}

TEST_F(LanguageModelCommand, GenerateRefusesATranslationModel) {
  test::tiny_model().save(folder_ / "translation");
  const auto error = thrown_error([&] { run(add_generate, {"--model", folder_ / "translation"}); });
  EXPECT_EQ(error.where(), folder_ / "translation");
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

TEST_F(LanguageModelCommand, TranslateRefusesIt) {
  const auto error = thrown_error([&] { run(add_translate, {"--model", model_}); });
  EXPECT_EQ(error.where(), model_);
  EXPECT_NE(error.remedy().find("regard generate"), std::string::npos);
}

TEST_F(LanguageModelCommand, EvalGivesLossAndPerplexityOfAText) {
  config::ParallelText text;
  text.text = folder_.write("text", "the cat sees\n\na dog and my house\n");
  const auto stream = corpus::read_token_stream(std::span(&text, 1), tiny_.tokenizers);
  const auto score = translate::score_stream(*tiny_.model, stream.tokens(), 6);
  const auto json = nlohmann::json::parse(
      output_of(add_eval, {"--model", model_, "--source", text.text, "--json", "--threads", "1"}));
  EXPECT_EQ(json.at("lines"), 2);
  EXPECT_EQ(json.at("tokens"), 10);  // eight words and two ends of lines
  EXPECT_DOUBLE_EQ(json.at("loss"), score.loss);
  EXPECT_DOUBLE_EQ(json.at("perplexity"), score.perplexity);
  const auto table = output_of(add_eval, {"--model", model_, "--source", text.text});
  for (const char* row : {"loss  ", "perplexity  ", "2 lines, 10 tokens"}) {
    EXPECT_NE(table.find(row), std::string::npos) << row << " is not in\n" << table;
  }
}

TEST_F(LanguageModelCommand, EvalSaysThatThereIsNothingToTranslate) {
  const auto error = thrown_error([&] {
    run(add_eval, {"--model", model_, "--source", "text", "--reference", "other"});
  });
  EXPECT_NE(std::string(error.problem()).find("--reference is given"), std::string::npos);
}

TEST_F(LanguageModelCommand, EvalWithoutATextSaysHowToGiveOne) {
  const auto error = thrown_error([&] { run(add_eval, {"--model", model_}); });
  EXPECT_EQ(error.remedy(), "give --source FILE");
}

TEST_F(LanguageModelCommand, AverageOfAModelWithItselfIsThatModel) {
  run(add_average, {model_, model_, "-o", folder_ / "average"});
  const auto text = [&](const std::string& directory) {
    return translate::TextGenerator(directory, {.device = "cpu"}).generate("the", {.samples = 2});
  };
  EXPECT_EQ(text(folder_ / "average"), text(model_));
}

}  // namespace
}  // namespace regard::cli
