// regard draw and regard explain on a tiny model, on configs, and without either.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli_learn/commands.h"
#include "cli_training/model_command.h"
#include "support/base/thrown_error.h"
#include "support/golden.h"

namespace regard::cli {
namespace {

using std::filesystem::exists;

class DrawCommand : public ModelCommand {};
class FiguresCommand : public ModelCommand {};

TEST_F(DrawCommand, DrawsATrainedModelAsAPage) {
  EXPECT_EQ(run(add_draw, {model_, "-o", folder_ / "page.html"}), 0);
  const auto page = test::content_of(folder_ / "page.html");
  EXPECT_NE(page.find("id=\"decoder.blks.block0.attention2\""), std::string::npos);
  EXPECT_NE(page.find("(batch, source, 8)"), std::string::npos);
}

TEST_F(DrawCommand, DrawsAPartAsOnePicture) {
  EXPECT_EQ(run(add_draw, {"--model", model_, "--part", "decoder.block.0.attention", "-o",
                           folder_ / "part.svg"}),
            0);
  const auto picture = test::content_of(folder_ / "part.svg");
  EXPECT_TRUE(picture.starts_with("<svg"));
  EXPECT_NE(picture.find("decoder.blks.block0.attention1"), std::string::npos);
}

// Two configs that do not name a text yet, and one for a language model.
TEST_F(DrawCommand, DrawsAConfig) {
  for (const char* config :
       {"paper-transformer.yaml", "bias-free-transformer.yaml", "lm-characters.yaml"}) {
    const auto path = (test::source_folder() / "configs" / config).string();
    EXPECT_EQ(run(add_draw, {path, "-o", folder_ / "page.html"}), 0) << config;
  }
}

// The vocabulary of a word tokenizer has at most the words of its text.
TEST_F(DrawCommand, SaysThatTheVocabularyOfAConfigMayBeLarger) {
  const auto title_of = [&](const char* config) {
    const auto path = (test::source_folder() / "configs" / config).string();
    run(add_draw, {path, "-o", folder_ / "page.html"});
    const auto page = test::content_of(folder_ / "page.html");
    return page.substr(page.find("<h1>"), page.find("</h1>") - page.find("<h1>"));
  };
  EXPECT_NE(title_of("d2l-bahdanau.yaml").find("drawn with 10,000 tokens"), std::string::npos);
  EXPECT_EQ(title_of("quick-bahdanau.yaml").find("drawn with"), std::string::npos);
}

TEST_F(DrawCommand, DrawsAnIdeaWithoutAModelAndListsThem) {
  EXPECT_EQ(run(add_draw, {"--part", "gru-cell", "-o", folder_ / "gru.svg"}), 0);
  EXPECT_NE(test::content_of(folder_ / "gru.svg").find("update gate Z"), std::string::npos);
  EXPECT_NE(output_of(add_draw, {"--list"}).find("gru-cell: d2l 10.2\n"), std::string::npos);
  const auto chinese = output_of(add_draw, {"--list", "--lang", "zh"});
  EXPECT_NE(chinese.find("gru-cell: d2l 9.1\n"), std::string::npos) << chinese;
  EXPECT_NE(chinese.find("decoder-only: d2l 英文版11.9\n"), std::string::npos) << chinese;
  EXPECT_NE(output_of(add_draw, {model_, "--list"}).find("encoder.blks.block1.ffn\n"),
            std::string::npos);
}

TEST_F(DrawCommand, SaysWhatIsMissing) {
  EXPECT_EQ(test::thrown_error([&] {
              run(add_draw, {"-o", folder_ / "page.html"});
            }).problem(),
            "neither a model nor a drawing is named");
  EXPECT_EQ(test::thrown_error([&] {
              run(add_draw, {model_, "--part", "encodr", "-o", folder_ / "page.html"});
            }).problem(),
            "the model has no part encodr");
  EXPECT_FALSE(exists(folder_ / "page.html"));
}

TEST_F(DrawCommand, ListsItsPartsAsJson) {
  const auto parts = nlohmann::json::parse(output_of(add_draw, {model_, "--list", "--json"}));
  EXPECT_EQ(parts.size(), split_lines(output_of(add_draw, {model_, "--list"})).size());
  EXPECT_THROW(run(add_draw, {model_, "--json"}), Error) << "it is for --list";
}

class ExplainCommand : public ModelCommand {};

TEST_F(ExplainCommand, WritesAPageOfTheSentence) {
  EXPECT_EQ(run(add_explain, {model_, "the cat sees", "-o", folder_ / "page.html"}), 0);
  const auto page = test::content_of(folder_ / "page.html");
  EXPECT_NE(page.find("<dd>the cat sees</dd>"), std::string::npos);
  EXPECT_NE(page.find("cross-attention: softmax"), std::string::npos);
}

// Each command uses the search options in the model's config.
TEST_F(ExplainCommand, SearchesAsTranslateDoes) {
  const auto file = std::filesystem::path(model_) / "config.yaml";
  auto config = test::content_of(file);
  const std::string least = "min_length: 0";
  ASSERT_NE(config.find(least), std::string::npos);
  config.replace(config.find(least), least.size(), "min_length: 9");
  write_file_atomically(file, config);
  EXPECT_EQ(run(add_explain, {"--model", model_, "the cat sees", "-o", folder_ / "page.html"}), 0);
  const auto translation = split_lines(output_of(add_translate, {model_, "the cat sees"}))[0];
  EXPECT_NE(test::content_of(folder_ / "page.html").find("<dd>" + translation + "</dd>"),
            std::string::npos)
      << translation;
}

TEST_F(ExplainCommand, WritesTheWorkedExamplesWithoutAModel) {
  EXPECT_EQ(run(add_explain, {"-o", folder_ / "page.html"}), 0);
  EXPECT_NE(test::content_of(folder_ / "page.html").find("layer normalization of [[1, 2], [2, 3]]"),
            std::string::npos);
}

TEST_F(ExplainCommand, NeedsAModelAndATextTogether) {
  const auto error = test::thrown_error([&] { run(add_explain, {model_}); });
  EXPECT_EQ(error.problem(),
            "explain needs a model and a text, but only '" + model_ + "' is given");
  EXPECT_EQ(error.remedy(), "give a sentence, e.g. regard explain RUN \"Where is the cat?\"");
}

TEST_F(ExplainCommand, AsksForASentenceIfTheTextIsEmpty) {
  for (const char* text : {"", " "}) {
    const auto error = test::thrown_error([&] { run(add_explain, {model_, text}); });
    EXPECT_EQ(error.problem(), "the text to explain is empty");
    EXPECT_EQ(error.remedy(), "give a sentence, e.g. regard explain RUN \"Where is the cat?\"");
  }
}

TEST_F(ExplainCommand, WalksThroughTheFirstSentenceAndSaysSo) {
  const auto page = folder_ / "out.html";
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(add_explain, {model_, "The cat sees. The dog sees.", "-o", page}), 0);
  const auto warning = testing::internal::GetCapturedStderr();
  EXPECT_NE(warning.find("the page explains the first, 'The cat sees.'"), std::string::npos)
      << warning;
  EXPECT_NE(test::content_of(page).find("Every number of: The cat sees.<"), std::string::npos);
}

TEST_F(FiguresCommand, RefusesNamesWithAList) {
  EXPECT_EQ(test::thrown_error([&] {
              run(add_figures, {"--list", "extra"});
            }).problem(),
            "--list prints all figures, but 'extra' is given");
}

TEST_F(FiguresCommand, ListsNamesWithoutDrawing) {
  const auto list = output_of(add_figures, {"--list", "--output", folder_ / "out"});
  EXPECT_NE(list.find("masks: Causal mask"), std::string::npos);
  EXPECT_FALSE(exists(folder_ / "out"));
}

}  // namespace
}  // namespace regard::cli
