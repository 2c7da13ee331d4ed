// regard attention on a tiny model.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "base/log.h"
#include "cli/run_program.h"
#include "cli_training/commands.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"

namespace regard::cli {
namespace {

int run(std::function<int()> (*add)(CLI::App&), const std::vector<std::string>& arguments) {
  CLI::App app("", "regard");
  const auto command = add(app);
  return parse(app, arguments) ? command() : 0;
}

class AttentionCommand : public testing::Test {
 protected:
  AttentionCommand() {
    set_quiet(true);
    test::tiny_model().save(model_);
  }
  ~AttentionCommand() override { set_quiet(false); }

  test::TemporaryFolder folder_;
  std::string model_ = folder_ / "model";
};

TEST_F(AttentionCommand, WritesAPageOfTheSentence) {
  const auto page = folder_ / "out.html";
  EXPECT_EQ(run(add_attention, {"--model", model_, "the cat sees", "-o", page, "--beam-size", "1"}),
            0);
  const auto content = test::content_of(page);
  EXPECT_NE(content.find("<dd id=\"source\">the cat sees</dd>"), std::string::npos);
  EXPECT_NE(content.find("encoder self-attention"), std::string::npos);
}

TEST_F(AttentionCommand, TakesTheModelFirst) {
  const auto page = folder_ / "out.html";
  EXPECT_EQ(run(add_attention, {model_, "the cat sees", "-o", page, "--beam-size", "1"}), 0);
  EXPECT_TRUE(std::filesystem::exists(page));
}

TEST_F(AttentionCommand, ShowsEverySentenceOfAText) {
  const auto page = folder_ / "out.html";
  EXPECT_EQ(run(add_attention, {model_, "The cat sees. The dog sees.", "-o", page}), 0);
  const auto content = test::content_of(page);
  for (const auto* sentence : {"The cat sees.", "The dog sees."}) {
    EXPECT_NE(content.find(std::string("\"source\":\"") + sentence), std::string::npos) << sentence;
  }
}

class AlignmentByAttention : public AttentionCommand {
 protected:
  AlignmentByAttention() {
    std::string text;
    for (const auto& line : test::tiny_lines(20)) text += line + '\n';
    source_ = folder_.write("text.en", text);
    reference_ = folder_.write("text.fr", text);
  }

  std::optional<model::AlignmentSource> recorded() const {
    return store::read_model_metadata(model_ + "/model.safetensors").alignment;
  }

  std::string source_, reference_;
};

TEST_F(AlignmentByAttention, IsChosenByPairsAndRecorded) {
  EXPECT_FALSE(recorded());
  EXPECT_EQ(run(add_attention, {model_, "--source", source_, "--reference", reference_}), 0);
  EXPECT_TRUE(recorded());
  EXPECT_TRUE(interop::load_model(model_, torch::kCPU).model->alignment() == recorded());
}

TEST_F(AlignmentByAttention, IsChosenForAnImportedModel) {
  run(add_export, {model_, "-o", folder_ / "theirs"});
  run(add_import, {folder_ / "theirs", "-o", folder_ / "imported"});
  model_ = folder_ / "imported";
  EXPECT_FALSE(recorded());
  EXPECT_EQ(run(add_attention, {model_, "--source", source_, "--reference", reference_}), 0);
  EXPECT_TRUE(recorded());
}

TEST_F(AlignmentByAttention, NeedsBothTextsAndNoOther) {
  EXPECT_THROW(run(add_attention, {model_, "--source", source_}), Error);
  EXPECT_THROW(run(add_attention, {model_, "--reference", reference_}), Error);
  EXPECT_THROW(
      run(add_attention, {model_, "the cat", "--source", source_, "--reference", reference_}),
      Error);
  EXPECT_THROW(run(add_attention, {model_}), Error);
}

TEST_F(AlignmentByAttention, IsRefusedByAModelThatAttendsToNothing) {
  const auto context = folder_ / "context";
  test::tiny_model("rnn_context").save(context);
  const auto error = test::thrown_error([&] {
    run(add_attention, {context, "--source", source_, "--reference", reference_});
  });
  EXPECT_EQ(error.where(), context);
}

TEST_F(AttentionCommand, WritesNothingForABlankSentence) {
  const auto page = folder_ / "out.html";
  const auto error = test::thrown_error([&] {
    run(add_attention, {"--model", model_, " ", "--output", page});
  });
  EXPECT_EQ(error.problem(), "the text to translate is empty");
  EXPECT_FALSE(std::filesystem::exists(page));
}

}  // namespace
}  // namespace regard::cli
