// regard translate: models, number types and constraints that change the result.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "cli_training/model_command.h"
#include "support/base/thrown_error.h"
#include "support/tiny_language_model.h"

namespace regard::cli {
namespace {

using test::thrown_error;

TEST_F(TranslateCommand, NamesTheNumberTypesItComputesWith) {
  const auto error = thrown_error([&] { translated("", {"--compute", "fp8"}); });
  EXPECT_EQ(error.problem(), "--compute is fp8, but must be one of auto, float32, bf16, int8");
}

TEST_F(TranslateCommand, ComputesInLessThanFloat32OnRequestOrForAModelOfIntegers) {
  const auto text = joined(test::tiny_lines(10));
  const Arguments nbest = {"--n-best", "2"};  // scores show smaller differences than texts
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

TEST_F(TranslateCommand, KeepsTextsOnRequest) {
  const auto kept = translated("the cat sees\n", {"--keep", "cat", "--keep", "my dog"});
  EXPECT_NE(kept.find("cat"), std::string::npos) << kept;
  EXPECT_EQ(translated("My dog\n", {"--keep", "My dog"}), "My dog\n");
}

TEST_F(TranslateCommand, SearchesAmongTheTokensOfAShortlist) {
  const auto text = joined(test::tiny_lines(20));
  const Arguments shortlist = {"--shortlist", "--n-best", "2"};  // scores show smaller differences
  const auto missing = thrown_error([&] { translated(text, shortlist); });
  EXPECT_EQ(missing.where(), model_ + "/shortlist.bin");

  const auto lines = folder_.write("lines", text);
  const auto learn = [&](const char* best, const char* frequent) {
    return run(add_shortlist, {model_, "--source", lines, "--reference", lines, "--best", best,
                               "--frequent", frequent});
  };
  EXPECT_EQ(learn("40", "40"), 0);  // the whole vocabulary
  EXPECT_EQ(translated(text, shortlist), translated(text, {"--n-best", "2"}));
  EXPECT_EQ(learn("1", "0"), 0);
  EXPECT_NE(translated(text, shortlist), translated(text, {"--n-best", "2"}));

  for (const auto& wish : std::vector<Arguments>{{"--sample"},
                                                 {"--alternatives", "2"},
                                                 {"--no-repeat-ngram", "2"},
                                                 {"--model", model_}}) {
    auto with_shortlist = wish;
    with_shortlist.push_back("--shortlist");
    EXPECT_NE(translated(text, with_shortlist), translated(text, wish)) << wish.front();
  }

  test::tiny_model("transformer", 1, config::TokenizerType::character).save(folder_ / "char");
  std::filesystem::copy(model_ + "/shortlist.bin", folder_ / "char/shortlist.bin");
  std::filesystem::remove_all(model_);
  std::filesystem::rename(folder_ / "char", model_);
  EXPECT_EQ(thrown_error([&] { translated(text, shortlist); }).problem(),
            "was learned with different tokenizers than the model's");
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

TEST_F(TranslateCommand, WarnsOfTruncatedTranslationsAndUnknownWords) {
  testing::internal::CaptureStderr();
  translated("the zebra sees a dog\n",
             {"--min-length", "9", "--max-length-ratio", "0.1", "--max-length-extra", "2"});
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("line 1: the model does not know 'zebra'"), std::string::npos) << said;
  EXPECT_NE(said.find("line 1: the translation did not end and was cut off"), std::string::npos)
      << said;
  EXPECT_NE(said.find("--min-length asks for 9 tokens"), std::string::npos) << said;
}

TEST_F(TranslateCommand, WarnsOfAPrefixThatIsCut) {
  testing::internal::CaptureStderr();
  translated("the cat\n", {"--prefix", "my old old old house", "--max-length", "3"});
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("line 1: the prefix is longer than the maximum length"), std::string::npos)
      << said;
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
            }).problem(),
            std::string("names zebra, which is not a subword of the target's vocabulary"));
}

TEST_F(TranslateCommand, JoinsSeveralModels) {
  test::tiny_model("rnn_attention").save(folder_ / "rnn");
  const auto text = joined(test::tiny_lines(10));
  const auto together = translated(text, {"--model", folder_ / "rnn"});
  EXPECT_EQ(split_lines(together).size(), 10U);
  EXPECT_NE(together, translated(text));
  EXPECT_EQ(translated(text, {"--model", model_}), translated(text));
  // Each --model takes one value; models that come first need no option.
  const auto rnn = folder_ / "rnn";
  const auto by_option =
      output_of(add_translate, {"--model", model_, "--model", rnn, "the cat", "a dog"});
  EXPECT_EQ(by_option, output_of(add_translate, {model_, rnn, "the cat", "a dog"}));
  EXPECT_EQ(split_lines(by_option).size(), 2U);
  test::tiny_model("rnn_attention", 1, config::TokenizerType::character).save(folder_ / "char");
  const auto error = thrown_error([&] { translated(text, {"--model", folder_ / "char"}); });
  EXPECT_EQ(error.problem(), "has a different tokenizer than the model it is combined with");
}

TEST_F(TranslateCommand, RefusesAModelInThePlaceOfAText) {
  test::tiny_model("rnn_attention").save(folder_ / "rnn");
  const auto rnn = folder_ / "rnn";
  for (const auto& arguments : {Arguments{model_, rnn}, Arguments{model_, "the cat", rnn},
                                Arguments{"--model", model_, rnn}}) {
    const auto error = thrown_error([&] { output_of(add_translate, arguments); });
    EXPECT_EQ(error.where(), rnn);
    EXPECT_EQ(error.problem(), "is a model, but a text to translate is expected here");
  }
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
            }).problem(),
            std::string("--sample and --least-risk cannot be combined"));
}

TEST_F(TranslateCommand, DoesNotDrawWithABeam) {
  for (const Arguments& draw : {Arguments{"--sample"}, Arguments{"--least-risk", "4"}}) {
    auto with_beam = draw;
    with_beam.insert(with_beam.end(), {"--beam-size", "3"});
    EXPECT_EQ(thrown_error([&] { translated("a\n", with_beam); }).problem(),
              "--beam-size has no effect with " + draw.front() + ", which draws translations");
  }
}

TEST_F(TranslateCommand, RefusesOptionsThatContradictEachOther) {
  const auto problem = [&](const Arguments& arguments) {
    return thrown_error([&] { translated("a\n", arguments); }).problem();
  };
  EXPECT_EQ(problem({"--alternatives", "3", "--n-best", "2"}),
            "--n-best and --alternatives cannot be combined");
  EXPECT_EQ(problem({"--least-risk", "2", "--n-best", "2"}),
            "--n-best and --least-risk cannot be combined");
  EXPECT_EQ(problem({"--keep", "a", "--copy", "none"}), "--keep has no effect with --copy none");
  const auto terms = folder_.write("terms.tsv", "a\tb\n");
  EXPECT_EQ(problem({"--keep", "a", "--glossary", terms}), "--keep a contradicts the term a");
}

TEST_F(TranslateCommand, DrawsTheSameTranslationsWithTheSameSeed) {
  const auto text = joined(test::tiny_lines(8));
  const Arguments sample = {"--sample", "--temperature", "3", "--seed", "5"};
  const auto once = translated(text, sample);
  EXPECT_EQ(translated(text, sample), once);
  EXPECT_NE(translated(text, {"--sample", "--temperature", "3", "--seed", "6"}), once);
}

}  // namespace
}  // namespace regard::cli
