// regard translate: lines in, lines out, and the formats of output lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli_training/model_command.h"
#include "regard/base/error.h"
#include "regard/translate/translator.h"
#include "support/base/thrown_error.h"
#include "text/line_reader.h"

namespace regard::cli {
namespace {

using test::thrown_error;

TEST_F(TranslateCommand, WritesALineForALine) {
  auto lines = test::tiny_lines(100);
  lines[3] = lines[99] = "";
  const translate::Translator translator(model_);
  std::vector<std::string> expected;
  for (const auto& line : lines) expected.push_back(translator.translate(line));
  EXPECT_EQ(expected[3], "");
  EXPECT_EQ(translated(joined(lines)), joined(expected));
}

TEST_F(TranslateCommand, TakesAModelThenTexts) {
  const translate::Translator translator(model_);
  const auto expected = joined({translator.translate("the cat"), translator.translate("a dog")});
  EXPECT_EQ(output_of(add_translate, {model_, "the cat", "a dog"}), expected);
  EXPECT_EQ(output_of(add_translate, {"the cat", "a dog", "--model", model_}), expected);
}

TEST_F(TranslateCommand, KeepsTheEndsOfLinesAndAByteOrderMark) {
  const translate::Translator translator(model_);
  const auto cat = translator.translate("the cat"), dog = translator.translate("a dog");
  const std::string mark(text::kByteOrderMark);
  EXPECT_EQ(translated(mark + "the cat\r\na dog\n\r\na dog"),
            mark + cat + "\r\n" + dog + "\n\r\n" + dog);
  EXPECT_FALSE(translated("the cat\n\na dog", {"--text"}).ends_with('\n'));
  EXPECT_TRUE(translated("the cat", {"--format", "jsonl"}).ends_with("}\n"));
  EXPECT_EQ(translated(mark + "the cat\r\n", {"--text"}).substr(0, mark.size()), mark);
  EXPECT_EQ(translated(mark + "the cat\r\n", {"--format", "jsonl"}).front(), '{');
}

TEST_F(TranslateCommand, OfNothingWritesNothing) { EXPECT_EQ(translated(""), ""); }

TEST_F(TranslateCommand, TakesItsSearchFromTheConfigByDefault) {
  const auto text = joined(test::tiny_lines(30));
  EXPECT_EQ(translated(text), translated(text, {"--beam-size", "5", "--length-penalty", "1"}));
  EXPECT_NE(translated(text),
            translated(text, {"--max-length-ratio", "0.1", "--max-length-extra", "1"}));
}

TEST_F(TranslateCommand, WritesTheNBestAsMosesDoes) {
  const auto lines = split_lines(translated("the cat\n\na dog sees\n", {"--n-best", "3"}));
  ASSERT_EQ(lines.size(), 7U);
  const std::regex form(R"((\d+) \|\|\| (.*) \|\|\| F0= (-?[0-9.e+-]+) \|\|\| (-?[0-9.e+-]+))");
  std::string numbers;
  for (const auto& line : lines) {
    std::smatch parts;
    ASSERT_TRUE(std::regex_match(line, parts, form)) << line;
    numbers += parts[1];
  }
  EXPECT_EQ(numbers, "0001222");
}

TEST_F(TranslateCommand, WritesTheConfidenceOfEachWord) {
  const auto lines = split_lines(
      translated("the cat 42\n\nthe dog sees a cat\n", {"--format", "jsonl", "--confidence"}));
  ASSERT_EQ(lines.size(), 3U);
  for (const auto number : {0U, 2U}) {
    const auto json = nlohmann::json::parse(lines[number]);
    EXPECT_GT(json.at("confidence"), 0.0);
    EXPECT_LE(json.at("confidence"), 1.0);
    EXPECT_FALSE(json.at("calibrated"));
    std::string text;
    for (const auto& word : json.at("words")) {
      text += (text.empty() ? "" : " ") + word.at("text").get<std::string>();
    }
    EXPECT_EQ(text, json.at("text"));
  }
  EXPECT_NE(thrown_error([&] { translated("a", {"--confidence"}); }).what(), std::string());
}

TEST_F(TranslateCommand, DoesNotTranslateDifferentlyForConfidence) {
  const auto text = joined(test::tiny_lines(30));
  const auto texts_of = [&](const Arguments& arguments) {
    std::string texts;
    for (const auto& line : split_lines(translated(text, arguments))) {
      texts += nlohmann::json::parse(line).at("text").get<std::string>() + '\n';
    }
    return texts;
  };
  EXPECT_EQ(texts_of({"--format", "jsonl", "--confidence"}), translated(text));
}

TEST_F(TranslateCommand, ListsTheWorstFirst) {
  const auto lines = test::tiny_lines(20);
  const auto listed = split_lines(translated(joined(lines), {"--review", "--format", "jsonl"}));
  ASSERT_EQ(listed.size(), lines.size());
  double before = 0.0;
  std::vector<std::string> sources;
  for (const auto& line : listed) {
    const auto json = nlohmann::json::parse(line);
    const double rank =
        std::ldexp(json.at("confidence").get<double>(), -static_cast<int>(json.at("flags").size()));
    EXPECT_LE(before, rank + 1e-4);  // rounded to four digits
    before = rank;
    sources.push_back(json.at("source"));
    EXPECT_EQ(json.at("source"), lines[json.at("line").get<size_t>() - 1]);
  }
  EXPECT_TRUE(std::ranges::is_permutation(sources, lines));
  EXPECT_EQ(translated("the cat\n", {"--review"}).substr(0, 8), "line 1  ");
}

TEST_F(TranslateCommand, ListsTheTextsOfFiles) {
  const auto file = folder_.write("a.po", "msgid \"the cat\"\nmsgstr \"\"\n");
  const auto listed = output_of(add_translate, {model_, file, "--review"});
  EXPECT_TRUE(listed.starts_with(file + ", text 1  confidence ")) << listed;
  EXPECT_NE(listed.find("\n  the cat\n  "), std::string::npos) << listed;
}

TEST_F(TranslateCommand, WritesTheAlignmentOfWords) {
  const auto hard = split_lines(translated("the cat sees\n\n", {"--alignment", "hard"}));
  ASSERT_EQ(hard.size(), 2U);
  EXPECT_TRUE(std::regex_match(hard[0], std::regex(R"(.* \|\|\| ([0-2]-\d+ ?)*)"))) << hard[0];
  EXPECT_EQ(hard[1], " ||| ");
  const auto soft = translated("the cat sees\n", {"--alignment", "soft"});
  EXPECT_TRUE(
      std::regex_match(soft, std::regex(R"([^,]* \|\|\| ([0-9.e-]+,[0-9.e-]+,[0-9.e-]+[ \n])+)")))
      << soft;
}

TEST_F(TranslateCommand, WritesALineForALineThatIsTooLong) {
  const std::string first = "the cat sees a dog", second = "and eats in my old house";
  const auto text = "a dog\n" + first + " " + second + "\nthe cat\n";
  const Arguments short_ones = {"--longest-source", "7"};
  const auto lines = split_lines(translated(text, short_ones));
  const auto apart = split_lines(translated(first + '\n' + second + '\n'));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1], apart[0] + " " + apart[1]);
  EXPECT_EQ(lines[2], split_lines(translated("the cat\n"))[0]);

  const auto nbest = split_lines(translated(text, {"--longest-source", "7", "--n-best", "3"}));
  EXPECT_EQ(nbest.size(), 9U);
  const auto json = nlohmann::json::parse(split_lines(
      translated(text, {"--longest-source", "7", "--format", "jsonl", "--alignment", "soft"}))[1]);
  EXPECT_EQ(json.at("parts"), 2);
  EXPECT_EQ(json.at("text"), lines[1]);
  for (const auto& row : json.at("alignment")) EXPECT_EQ(row.size(), 11U);  // words of both parts
}

TEST_F(TranslateCommand, DrawsTheAttentionOfItsSentences) {
  const auto page = folder_ / "page.html";
  const auto text = "the cat\n\na dog sees\n";
  EXPECT_EQ(translated(text, {"--attention", page, "--n-best", "2"}),
            translated(text, {"--n-best", "2"}));
  const auto content = test::content_of(page);
  EXPECT_NE(content.find(R"("source":"the cat")"), std::string::npos);
  EXPECT_NE(content.find(R"("source":"a dog sees")"), std::string::npos);
  EXPECT_EQ(content.find(R"("source":"")"), std::string::npos);
}

TEST_F(TranslateCommand, WritesAnObjectOfJsonForALine) {
  const auto plain = split_lines(translated("the cat\n\na dog sees\n"));
  const auto lines =
      split_lines(translated("the cat\n\na dog sees\n", {"--format", "jsonl", "--n-best", "2"}));
  ASSERT_EQ(lines.size(), 3U);
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto json = nlohmann::json::parse(lines[line]);
    EXPECT_EQ(json.at("text"), plain[line]);
    EXPECT_EQ(json.at("alternatives").size(), line == 1 ? 0U : 1U);
    EXPECT_GE(json.at("seconds"), 0.0);
  }
}

TEST_F(TranslateCommand, WritesTheSameNumbersAsJsonInAnyOrderOfTheLines) {
  auto lines = test::tiny_lines(20);
  const auto numbers = [&] {
    std::vector<std::pair<std::string, double>> found;
    for (const auto& line : split_lines(translated(joined(lines), {"--format", "jsonl"}))) {
      const auto json = nlohmann::json::parse(line);
      EXPECT_FALSE(json.at("tokens").empty());
      found.emplace_back(json.at("text").get<std::string>(), json.at("log_prob").get<double>());
    }
    return found;
  };
  auto expected = numbers();
  std::ranges::reverse(expected);
  std::ranges::reverse(lines);
  EXPECT_EQ(numbers(), expected);
}

TEST_F(TranslateCommand, FindsTheSentencesOfRunningText) {
  const auto of_lines = split_lines(translated("the cat sees\nThe dog eats.\n"));
  const auto text = split_lines(
      translated("  - the cat\n    sees\n\nThe dog eats. The dog\neats.\n", {"--text"}));
  ASSERT_EQ(text.size(), 3U);
  EXPECT_EQ(text[0], "  - " + of_lines[0]);
  EXPECT_EQ(text[1], "");
  EXPECT_EQ(text[2], of_lines[1] + " " + of_lines[1]);
}

TEST_F(TranslateCommand, RefusesMoreCandidatesThanTheBeamHolds) {
  const auto error = thrown_error([&] { translated("", {"--n-best", "6"}); });
  EXPECT_EQ(error.problem(), "--n-best is 6, but the beam size is 5");
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

TEST_F(TranslateCommand, GoesOnAfterALineThatIsNotUtf8) {
  EXPECT_EQ(split_lines(translated("the cat\nle caf\xE9\na dog\n")).size(), 3U);
}

TEST_F(TranslateCommand, ThatFailsLeavesNoOutput) {
  folder_.write("model/model.safetensors", "damaged");
  EXPECT_THROW(translated("the cat\n"), Error);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "output"));
}

TEST_F(TranslateCommand, IsMeasuredByBench) {
  const auto text = joined(test::tiny_lines(12));
  const auto expected = translated(text);
  const auto output =
      output_of(add_bench, {"--model", model_, "--source", folder_ / "input", "--output",
                            folder_ / "translations", "--repeats", "1", "--alone", "2", "--json"});
  const auto figures = nlohmann::json::parse(output);
  EXPECT_EQ(figures["sentences"], 12);
  for (const char* figure :
       {"load_seconds", "sentences_per_second", "tokens_per_second", "milliseconds_per_sentence",
        "latency_milliseconds", "peak_mebibytes"}) {
    EXPECT_GT(figures[figure].get<double>(), 0.0) << figure;
  }
  EXPECT_EQ(test::content_of(folder_ / "translations"), expected);
}

}  // namespace
}  // namespace regard::cli
