// regard translate, eval and average on a tiny model.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "cli/commands.h"
#include "cli/parse.h"
#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/interop/load_model.h"
#include "regard/metrics/bleu.h"
#include "regard/metrics/chrf.h"
#include "regard/translate/translator.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_language_model.h"
#include "support/tiny_model.h"

namespace regard::cli {
namespace {

using test::thrown_error;
using Arguments = std::vector<std::string>;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A folder with a model, `model`, and the commands that work on it.
class ModelCommand : public testing::Test {
 protected:
  ModelCommand() {
    set_quiet(true);
    tiny_.save(model_);
  }
  ~ModelCommand() override { set_quiet(false); }

  static int run(std::function<int()> (*add)(CLI::App&), const Arguments& arguments) {
    CLI::App app("", "regard");
    const auto command = add(app);
    return parse(app, arguments) ? command() : 0;
  }
  /// What a command writes to standard output.
  static std::string output_of(std::function<int()> (*add)(CLI::App&), const Arguments& arguments) {
    const test::TemporaryFolder folder;
    std::fflush(stdout);
    const int terminal = dup(STDOUT_FILENO);
    FILE* file = std::fopen((folder / "output").c_str(), "w");
    dup2(fileno(file), STDOUT_FILENO);
    try {
      run(add, arguments);
    } catch (...) {
      dup2(terminal, STDOUT_FILENO);
      throw;
    }
    dup2(terminal, STDOUT_FILENO);
    std::fclose(file);
    return test::content_of(folder / "output");
  }

  test::TemporaryFolder folder_;
  std::string model_ = folder_ / "model";
  test::TinyModel tiny_ = test::tiny_model("transformer");
};

// --------------------------------------------------------------------------------------- translate

class TranslateCommand : public ModelCommand {
 protected:
  std::string translated(const std::string& text, Arguments arguments = {}) const {
    folder_.write("input", text);
    const Arguments files = {"--model",         model_,     "--input",
                             folder_ / "input", "--output", folder_ / "output",
                             "--threads",       "1"};
    arguments.insert(arguments.begin(), files.begin(), files.end());
    EXPECT_EQ(run(add_translate, arguments), 0);
    return test::content_of(folder_ / "output");
  }
};

TEST_F(TranslateCommand, WritesALineForALine) {
  auto lines = test::tiny_lines(100);
  lines[3] = lines[99] = "";
  const translate::Translator translator(model_);
  std::vector<std::string> expected;
  for (const auto& line : lines) expected.push_back(translator.translate(line));
  EXPECT_EQ(expected[3], "");
  EXPECT_EQ(translated(joined(lines)), joined(expected));
}

TEST_F(TranslateCommand, OfNothingWritesNothing) { EXPECT_EQ(translated(""), ""); }

TEST_F(TranslateCommand, TakesItsSearchFromTheConfigUnlessToldOtherwise) {
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

TEST_F(TranslateCommand, ComputesWithLessThanFloat32IfToldSoOrTheModelHasIntegers) {
  const auto text = joined(test::tiny_lines(10));
  const Arguments nbest = {"--n-best", "2"};  // scores differ sooner than texts
  const auto in_float32 = translated(text, nbest);
  const auto in_int8 = translated(text, {"--n-best", "2", "--compute", "int8"});
  const auto in_bf16 = translated(text, {"--n-best", "2", "--compute", "bf16"});
  EXPECT_NE(in_int8, in_float32);
  EXPECT_NE(in_bf16, in_float32);
  EXPECT_NE(in_bf16, in_int8);
  EXPECT_EQ(run(add_quantize, {model_, "--output", folder_ / "small"}), 0);
  std::filesystem::remove_all(model_);
  std::filesystem::rename(folder_ / "small", model_);
  EXPECT_NE(translated(text, nbest), in_float32);
}

TEST_F(TranslateCommand, SearchesAmongTheTokensOfAShortlist) {
  const auto text = joined(test::tiny_lines(20));
  const Arguments shortlist = {"--shortlist", "--n-best", "2"};  // scores differ sooner than texts
  const auto missing = thrown_error([&] { translated(text, shortlist); });
  EXPECT_EQ(missing.where(), model_ + "/shortlist.bin");

  const auto lines = folder_.write("lines", text);
  const auto learn = [&](const char* best, const char* frequent) {
    return run(add_shortlist, {model_, "--source", lines, "--target", lines, "--best", best,
                               "--frequent", frequent});
  };
  EXPECT_EQ(learn("40", "40"), 0);  // the whole vocabulary
  EXPECT_EQ(translated(text, shortlist), translated(text, {"--n-best", "2"}));
  EXPECT_EQ(learn("1", "0"), 0);
  EXPECT_NE(translated(text, shortlist), translated(text, {"--n-best", "2"}));

  const auto warns = [](const std::string& said) {
    return said.find("translating without a shortlist") != std::string::npos;
  };
  for (const auto& needs_modules : std::vector<Arguments>{{"--sample"},
                                                          {"--alternatives", "2"},
                                                          {"--no-repeat-ngram", "2"},
                                                          {"--model", model_}}) {
    auto with_shortlist = needs_modules;
    with_shortlist.push_back("--shortlist");
    testing::internal::CaptureStderr();
    const auto expected = translated(text, needs_modules);
    EXPECT_FALSE(warns(testing::internal::GetCapturedStderr()));
    testing::internal::CaptureStderr();
    EXPECT_EQ(translated(text, with_shortlist), expected) << needs_modules.front();
    EXPECT_TRUE(warns(testing::internal::GetCapturedStderr())) << needs_modules.front();
  }

  test::tiny_model("transformer", 1, "char").save(folder_ / "char");
  std::filesystem::copy(model_ + "/shortlist.bin", folder_ / "char/shortlist.bin");
  std::filesystem::remove_all(model_);
  std::filesystem::rename(folder_ / "char", model_);
  EXPECT_STREQ(thrown_error([&] { translated(text, shortlist); }).what(),
               "was learned with other tokenizers than the model's");
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

TEST_F(TranslateCommand, BeginsWithAPrefixAndOffersAlternatives) {
  for (const auto& line : split_lines(translated("the cat\na dog\n", {"--prefix", "my old"}))) {
    EXPECT_TRUE(line.starts_with("my old")) << line;
  }
  const auto lines =
      split_lines(translated("the cat\n", {"--prefix", "my old", "--alternatives", "4"}));
  EXPECT_EQ(lines.size(), 4U);
  for (const auto& line : lines) EXPECT_TRUE(line.starts_with("0 ||| my old")) << line;
}

TEST_F(TranslateCommand, TranslatesTermsAsTheGlossarySays) {
  const auto glossary = folder_.write("terms.tsv", "cat\told house\n");
  const auto lines = split_lines(
      translated("the cat\na dog\n", {"--glossary", glossary, "--max-length-extra", "20"}));
  EXPECT_NE(lines[0].find("old house"), std::string::npos) << lines[0];
  EXPECT_EQ(lines[1], split_lines(translated("the cat\na dog\n", {"--max-length-extra", "20"}))[1]);
}

TEST_F(TranslateCommand, ObeysTheRulesOfSearch) {
  const auto text = joined(test::tiny_lines(20));
  EXPECT_NE(translated(text).find("and"), std::string::npos);
  EXPECT_EQ(translated(text, {"--suppress", "▁and ▁cat"}).find("and"), std::string::npos);
  for (const auto& line : split_lines(translated(text, {"--no-repeat-ngram", "1"}))) {
    std::istringstream words(line);
    std::set<std::string> seen;
    for (std::string word; words >> word;) EXPECT_TRUE(seen.insert(word).second) << line;
  }
  EXPECT_EQ(thrown_error([&] {
              translated(text, {"--suppress", "zebra"});
            }).what(),
            std::string("names zebra, which is no piece of the target's vocabulary"));
}

TEST_F(TranslateCommand, JoinsSeveralModels) {
  test::tiny_model("rnn_attention").save(folder_ / "rnn");
  const auto text = joined(test::tiny_lines(10));
  const auto together = translated(text, {"--model", folder_ / "rnn"});
  EXPECT_EQ(split_lines(together).size(), 10U);
  EXPECT_NE(together, translated(text));
  EXPECT_EQ(translated(text, {"--model", model_}), translated(text));
  test::tiny_model("rnn_attention", 1, "char").save(folder_ / "char");
  const auto error = thrown_error([&] { translated(text, {"--model", folder_ / "char"}); });
  EXPECT_STREQ(error.what(), "has another tokenizer than the model it is combined with");
}

TEST_F(TranslateCommand, ListensToALanguageModel) {
  test::tiny_language_model().save(folder_ / "lm");
  const auto text = joined(test::tiny_lines(10));
  const auto with = [&](const char* weight) {
    return translated(text,
                      {"--language-model", folder_ / "lm", "--language-model-weight", weight});
  };
  EXPECT_EQ(with("0"), translated(text));
  EXPECT_NE(with("2"), translated(text));
}

TEST_F(TranslateCommand, TakesTheSampleThatIsMostLikeTheOthers) {
  const auto text = joined(test::tiny_lines(6));
  const Arguments eight = {"--least-risk", "8"};
  EXPECT_EQ(translated(text, eight), translated(text, eight));
  EXPECT_EQ(split_lines(translated(text, eight)).size(), 6U);
  EXPECT_EQ(thrown_error([&] {
              translated(text, {"--least-risk", "8", "--sample"});
            }).what(),
            std::string("--sample and --least-risk exclude each other"));
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

TEST_F(TranslateCommand, DrawsTheSameTranslationsWithTheSameSeed) {
  const auto text = joined(test::tiny_lines(8));
  const Arguments sample = {"--sample", "--temperature", "3", "--seed", "5"};
  const auto once = translated(text, sample);
  EXPECT_EQ(translated(text, sample), once);
  EXPECT_NE(translated(text, {"--sample", "--temperature", "3", "--seed", "6"}), once);
}

TEST_F(TranslateCommand, RefusesMoreCandidatesThanTheBeamHolds) {
  const auto error = thrown_error([&] { translated("", {"--n-best", "6"}); });
  EXPECT_STREQ(error.what(), "--n-best is 6, but the beam holds 5");
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
      output_of(add_bench, {"--model", model_, "--input", folder_ / "input", "--output",
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

/// The program itself, with pipes at both ends.
class TranslateProgram : public ModelCommand {
 protected:
  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr) GTEST_SKIP() << "REGARD_PROGRAM is not set";
    int input[2], output[2];
    ASSERT_EQ(pipe(input) + pipe(output), 0);
    child_ = fork();
    if (child_ == 0) {
      dup2(input[0], STDIN_FILENO);
      dup2(output[1], STDOUT_FILENO);
      std::freopen("/dev/null", "w", stderr);
      for (const int end : {input[0], input[1], output[0], output[1]}) close(end);
      const char* program = std::getenv("REGARD_PROGRAM");
      execl(program, program, "translate", "--model", model_.c_str(), nullptr);
      _exit(127);
    }
    close(input[0]);
    close(output[1]);
    to_child_ = fdopen(input[1], "w");
    from_child_ = fdopen(output[0], "r");
  }

  void say(const std::string& text) {
    std::fputs(text.c_str(), to_child_);
    std::fflush(to_child_);
  }
  std::string hear_line() {
    std::string line;
    for (int c = std::fgetc(from_child_); c != EOF && c != '\n'; c = std::fgetc(from_child_)) {
      line += static_cast<char>(c);
    }
    return line;
  }
  int exit_code() const {
    int status = 0;
    waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  pid_t child_ = -1;
  FILE* to_child_ = nullptr;
  FILE* from_child_ = nullptr;
};

TEST_F(TranslateProgram, AnswersALineBeforeTheNextOneComes) {
  const translate::Translator translator(model_);
  for (const auto& line : test::tiny_lines(3)) {
    say(line + '\n');
    EXPECT_EQ(hear_line(), translator.translate(line));
  }
  std::fclose(to_child_);
  EXPECT_EQ(hear_line(), "");
  EXPECT_EQ(exit_code(), 0);
  std::fclose(from_child_);
}

TEST_F(TranslateProgram, EndsQuietlyWhenItsReaderHasGone) {
  say("the cat\n");
  hear_line();
  std::fclose(from_child_);
  say("a dog\n");
  EXPECT_EQ(exit_code(), 0);
  signal(SIGPIPE, SIG_IGN);
  std::fclose(to_child_);
}

// ---------------------------------------------------------------------------------- score --model

using ScoreOfAModel = ModelCommand;

TEST_F(ScoreOfAModel, IsALineForALine) {
  const auto source = folder_.write("source", "the cat\na dog sees\n");
  const auto target = folder_.write("target", "my old house\nthe\n");
  const auto lines =
      split_lines(output_of(add_score, {"--model", model_, "-s", source, "-t", target}));
  ASSERT_EQ(lines.size(), 2U);
  const auto first = nlohmann::json::parse(lines[0]);
  EXPECT_EQ(first.at("tokens"), nlohmann::json::parse(R"(["▁my", "▁old", "▁house", "</s>"])"));
  double sum = 0.0;
  for (const double log_prob : first.at("log_probs")) sum += log_prob;
  EXPECT_NEAR(first.at("log_prob").get<double>(), sum, 1e-9);
  const auto plain = split_lines(output_of(
      add_score, {"--model", model_, "--source", source, "--target", target, "-f", "text"}));
  ASSERT_EQ(plain.size(), 2U);
  EXPECT_NEAR(std::stod(plain[0]), sum, 1e-3);
}

TEST_F(ScoreOfAModel, WantsAsManyTargetsAsSources) {
  const auto source = folder_.write("source", "the cat\na dog\n");
  const auto target = folder_.write("target", "the\n");
  const auto error = thrown_error([&] {
    run(add_score, {"--model", model_, "-s", source, "-t", target});
  });
  EXPECT_EQ(error.where(), target);
  EXPECT_EQ(error.what(), "ends at line 1, but " + source + " goes on");
}

// -------------------------------------------------------------------------------------------- eval

class EvalCommand : public ModelCommand {
 protected:
  EvalCommand() {
    folder_.write("source", joined(sources_));
    folder_.write("reference", joined(references_));
  }
  Arguments arguments(const Arguments& more = {}) const {
    Arguments all = {
        "--model",   model_, "--source", folder_ / "source", "--reference", folder_ / "reference",
        "--threads", "1"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  std::vector<std::string> sources_ = test::tiny_lines(20);
  std::vector<std::string> references_ = {sources_.rbegin(), sources_.rend()};
};

TEST_F(EvalCommand, ScoresWhatTheModelTranslates) {
  const auto json = nlohmann::json::parse(
      output_of(add_eval, arguments({"--json", "--output", folder_ / "hypotheses"})));
  const auto hypotheses = split_lines(test::content_of(folder_ / "hypotheses"));
  const std::vector<std::string> references[] = {references_};
  constexpr double kRounding = 0.005;  // two decimals
  EXPECT_EQ(json.at("sentences"), 20);
  EXPECT_NEAR(json.at("perplexity"), std::exp(json.at("loss").get<double>()), 1e-9);
  EXPECT_EQ(json.at("scores")[0].at("name"), "BLEU");
  EXPECT_NEAR(json.at("scores")[0].at("score"), metrics::corpus_bleu(hypotheses, references).score,
              kRounding);
  EXPECT_EQ(json.at("scores")[1].at("name"), "chrF2");
  EXPECT_NEAR(json.at("scores")[1].at("score"), metrics::corpus_chrf(hypotheses, references),
              kRounding);
  EXPECT_EQ(json.at("scores")[0].at("signature"),
            metrics::make_metric(metrics::BleuOptions{})->signature(1).text());
}

TEST_F(EvalCommand, WritesATableForPeople) {
  const auto table = output_of(add_eval, arguments());
  for (const char* row : {"loss  ", "perplexity  ", "BLEU|nrefs:1|", "chrF2|nrefs:1|", "speed  "}) {
    EXPECT_NE(table.find(row), std::string::npos) << row << " is not in\n" << table;
  }
}

TEST_F(EvalCommand, TakesTheTestTextOfTheConfig) {
  auto experiment = tiny_.experiment;
  experiment.data.test = {.source = folder_ / "source", .target = folder_ / "reference", .tsv = {}};
  folder_.write("model/config.yaml", config::to_yaml(experiment));
  const auto json =
      nlohmann::json::parse(output_of(add_eval, {"--model", model_, "--json", "--threads", "1"}));
  EXPECT_EQ(json.at("reference"), folder_ / "reference");
}

TEST_F(EvalCommand, WithoutATestTextSaysHowToGiveOne) {
  const auto error = thrown_error([&] { output_of(add_eval, {"--model", model_}); });
  EXPECT_NE(error.remedy().find("--source"), std::string::npos);
}

TEST_F(EvalCommand, RefusesASourceWithoutReference) {
  EXPECT_THROW(output_of(add_eval, {"--model", model_, "--source", folder_ / "source"}), Error);
}

TEST_F(EvalCommand, RefusesTextsOfUnequalLength) {
  folder_.write("reference", "one line\n");
  EXPECT_THROW(output_of(add_eval, arguments()), Error);
}

TEST_F(EvalCommand, PreparesTheReferencesAsTheTrainingText) {
  auto experiment = tiny_.experiment;
  experiment.data.preprocess = "d2l";
  folder_.write("model/config.yaml", config::to_yaml(experiment));
  folder_.write("source", "the cat.\n");
  folder_.write("reference", "The CAT.\n");
  const auto json = [&] {
    return nlohmann::json::parse(output_of(add_eval, arguments({"--json"})));
  };
  const double loss = json().at("loss");
  folder_.write("reference", "the cat .\n");
  EXPECT_DOUBLE_EQ(json().at("loss"), loss);
}

// ----------------------------------------------------------------------------------------- average

class AverageCommand : public ModelCommand {
 protected:
  AverageCommand() {
    std::filesystem::create_directories(folder_ / "model/checkpoints");
    for (uint64_t step = 1; step <= 3; ++step) {
      files_.push_back(folder_ /
                       ("model/checkpoints/step-00000" + std::to_string(step) + ".safetensors"));
      interop::save_model(files_.back(), *test::tiny_model("transformer", step).model,
                          tiny_.metadata());
    }
  }

  void expect_average_of(std::span<const std::string> files) const {
    const auto expected = test::tiny_model("transformer", 99);
    interop::load_average(files, *expected.model);
    const auto found = interop::load_model(folder_ / "average", torch::kCPU);
    for (const auto& weight : found.model->named_parameters()) {
      EXPECT_TRUE(weight.value().equal(expected.model->named_parameters()[weight.key()]));
    }
  }

  std::vector<std::string> files_;
};

TEST_F(AverageCommand, MakesOneModelOfTheCheckpointsOfARun) {
  run(add_average, {model_, "-o", folder_ / "average"});
  expect_average_of(files_);
}

TEST_F(AverageCommand, TakesTheLastOnes) {
  run(add_average, {model_, "-o", folder_ / "average", "--last", "2"});
  expect_average_of(std::span(files_).last(2));
}

TEST_F(AverageCommand, TakesFilesAndDirectories) {
  run(add_average, {files_[0], files_[2], model_, "-o", folder_ / "average"});
  expect_average_of(std::vector{files_[0], files_[2], model_ + "/model.safetensors"});
}

TEST_F(AverageCommand, NeverReplacesAModel) {
  const auto before = test::content_of(folder_ / "model/model.safetensors");
  EXPECT_THROW(run(add_average, {model_, "-o", model_}), Error);
  EXPECT_EQ(test::content_of(folder_ / "model/model.safetensors"), before);
}

TEST_F(AverageCommand, RefusesModelsWithDifferentTokenizers) {
  test::tiny_model("transformer", 1, "char").save(folder_ / "other");
  EXPECT_THROW(run(add_average, {model_, folder_ / "other", "-o", folder_ / "average"}), Error);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "average"));
}

TEST_F(AverageCommand, SaysThatARunKeptNoCheckpoints) {
  std::filesystem::remove_all(folder_ / "model/checkpoints");
  const auto error = thrown_error([&] { run(add_average, {model_, "-o", folder_ / "average"}); });
  EXPECT_EQ(error.where(), model_);
  EXPECT_NE(error.remedy().find("training.keep_checkpoints"), std::string::npos);
}

TEST_F(AverageCommand, RefusesMoreCheckpointsThanThereAre) {
  EXPECT_THROW(run(add_average, {model_, "-o", folder_ / "average", "--last", "4"}), Error);
}

}  // namespace
}  // namespace regard::cli
