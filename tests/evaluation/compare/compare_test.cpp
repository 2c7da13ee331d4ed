#include "compare/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "base/log.h"
#include "compare/run.h"
#include "interop/load_model.h"
#include "metrics/bleu.h"
#include "regard/translate/translator.h"
#include "scoring/score_text.h"
#include "store/model_directory.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/base/user_state.h"
#include "support/tiny_model.h"

namespace regard::compare {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

TEST(SampleOf, IsEvenlySpread) {
  EXPECT_EQ(sample_of(10, 4), (std::vector<size_t>{0, 2, 5, 7}));
  EXPECT_EQ(sample_of(3, 4), (std::vector<size_t>{0, 1, 2}));
  EXPECT_TRUE(sample_of(3, 0).empty());
}

// ------------------------------------------------------------------------------------------ files

class CompareFiles : public testing::Test {
 protected:
  CompareFiles() {
    options_.reference = folder_.write("ref", "le chat dort\nle chien mange\noui ?\n");
    options_.source = folder_.write("src", "the cat sleeps\nthe dog eats\nyes?\n");
    options_.translations = {{"a", folder_.write("a", "le chat dort\nle chien dort\noui ?\n")},
                             {"b", folder_.write("b", "un chat\nle chien mange\noui .\n")}};
    options_.resamples = 100;
  }

  test::TemporaryFolder folder_;
  CompareOptions options_;
};

TEST_F(CompareFiles, NeedNoModel) {
  const auto comparison = compare(options_);
  ASSERT_EQ(comparison.systems.size(), 2U);
  EXPECT_EQ(comparison.systems[0].name, "a");
  EXPECT_FALSE(comparison.systems[0].model);
  EXPECT_EQ(comparison.text.sentences, 3U);
  std::vector<std::string> keys;
  for (const auto& metric : comparison.metrics) keys.push_back(metric.key);
  EXPECT_EQ(keys, metrics::names_of_metrics_that(&metrics::MetricUses::compares));
  EXPECT_EQ(comparison.metrics[2].name, "chrF2++");
  EXPECT_FALSE(comparison.words);  // no training set
  ASSERT_EQ(comparison.sentences.size(), 3U);
  EXPECT_EQ(comparison.sentences[2].kinds, std::vector<std::string>{"question"});
  EXPECT_EQ(comparison.sentences[1].systems[1].scores.at("chrf"), 100.0);
  EXPECT_EQ(comparison.sentences[1].systems[0].against_reference.size(), 3U);
  EXPECT_EQ(comparison.biggest_wins[0].wins[0].sentence, 0U);
  EXPECT_EQ(comparison.biggest_wins[1].wins[0].sentence, 1U);
  EXPECT_EQ(comparison.traits.size(), 3U);
  EXPECT_FALSE(comparison.verdict.which.empty());
  EXPECT_EQ(comparison.calibrations.size(), 2U);
  EXPECT_FALSE(comparison.calibrations[0]);
  EXPECT_EQ(comparison.beam_curves.size(), 2U);
}

TEST_F(CompareFiles, GoWithoutSources) {
  options_.source.clear();
  const auto comparison = compare(options_);
  EXPECT_EQ(comparison.breakdowns[0].by, "reference length");
  EXPECT_EQ(comparison.sentences[0].source, "");
}

TEST_F(CompareFiles, SayWhatIsWrong) {
  const auto error = [&] { return test::thrown_error([&] { compare(options_); }); };
  options_.translations[1].file = folder_.write("short", "le chat\n");
  EXPECT_EQ(error().problem(),
            (folder_ / "short" + " has 1 line, but " + options_.reference + " has 3").c_str());
  options_.translations[1] = options_.translations[0];
  EXPECT_EQ(error().problem(), "--system uses the name a twice");
  options_.translations.pop_back();
  EXPECT_EQ(error().problem(), "compare needs at least two systems");
  options_.translations.push_back({"b", "b"});
  options_.reference.clear();
  EXPECT_EQ(error().problem(), "--source is given without --reference");
  options_.source.clear();
  EXPECT_EQ(error().problem(), "no text is given to compare the translations with");
}

// ------------------------------------------------------------------------------------------- runs

class CompareRuns : public testing::Test {
 protected:
  CompareRuns() {
    set_quiet(true);
    auto lines = test::tiny_lines(8);
    auto references = test::tiny_lines(9);
    references.erase(references.begin());
    folder_.write("test.en", joined(lines));
    folder_.write("test.fr", joined(references));
    folder_.write("train.en", "the cat\nmy old house\n");
    folder_.write("train.fr", "the cat\nmy old dog\n");
    save("tf", "transformer", 1);
    save("rnn", "rnn_attention", 1);
    options_.runs = {folder_ / "tf", folder_ / "rnn"};
    options_.resamples = 40;
    options_.beam_curve = 3;
    options_.n_best = 2;
    options_.cache = "none";
  }
  ~CompareRuns() override { set_quiet(false); }

  void save(const std::string& name, const std::string& architecture, int64_t seed,
            int64_t max_length = 128) const {
    auto tiny = test::tiny_model(architecture, static_cast<uint64_t>(seed));
    tiny.experiment.data.max_length = max_length;
    tiny.experiment.data.train = {{.source = folder_ / "train.en", .target = folder_ / "train.fr"}};
    tiny.experiment.data.test = {.source = folder_ / "test.en", .target = folder_ / "test.fr"};
    tiny.experiment.training.seed = seed;
    tiny.save(folder_ / name);
    store::mark_as_own(store::ModelDirectory(folder_ / name), tiny.experiment.data);
  }

  const test::UserState user_;
  test::TemporaryFolder folder_;
  CompareOptions options_;
};

TEST_F(CompareRuns, OfAnotherUserOpenNoTextsNamedInTheirConfigs) {
  const test::UserState stranger;
  const auto error = test::thrown_error([&] { compare(options_); });
  EXPECT_EQ(error.where(), folder_ / "tf/config.yaml");
  EXPECT_NE(error.remedy().find("--source"), std::string::npos) << error.remedy();
  EXPECT_NE(error.remedy().find("--trust"), std::string::npos) << error.remedy();

  options_.source = folder_ / "test.en";
  options_.reference = folder_ / "test.fr";
  const auto note_of = [&] {
    const auto notes = compare(options_).notes;
    return std::ranges::count_if(
        notes, [](const auto& note) { return note.find("not read: tf and rnn") != note.npos; });
  };
  EXPECT_EQ(note_of(), 1) << "nor their training texts";
  options_.trust = true;
  EXPECT_EQ(note_of(), 0);
  options_.source = options_.reference = "";
  EXPECT_EQ(compare(options_).sentences.size(), 8U);
}

TEST_F(CompareRuns, TranslateTheTestTextOfTheConfig) {
  const auto comparison = compare(options_);
  ASSERT_EQ(comparison.sentences.size(), 8U);
  for (size_t system = 0; system < 2; ++system) {
    const translate::Translator translator(options_.runs[system]);
    for (const auto& sentence : comparison.sentences) {
      const auto& output = sentence.systems[system];
      EXPECT_EQ(output.hypothesis, translator.translate(sentence.source));
      ASSERT_EQ(output.n_best.size(), 2U);
      EXPECT_EQ(output.n_best[0].text, output.hypothesis);
      EXPECT_EQ(output.n_best[0].log_prob, output.log_prob);
      EXPECT_GE(output.n_best[0].score, output.n_best[1].score);
      ASSERT_TRUE(output.attention);
      EXPECT_EQ(output.attention->weights.size(), output.attention->target.size());
    }
    const auto& model = *comparison.systems[system].model;
    EXPECT_GT(model.parameters, 100);
    EXPECT_GT(model.target_flops, 0.0);
    EXPECT_EQ(model.source_vocabulary, model.target_vocabulary);
    EXPECT_FALSE(model.decoding);
  }
  ASSERT_TRUE(comparison.words);
  EXPECT_EQ(comparison.words->training_words, 5);
  EXPECT_EQ(comparison.words->training_text, folder_ / "train.fr");
  EXPECT_EQ(comparison.breakdowns[1].by, "rarest source word");
}

TEST_F(CompareRuns, MeasureCalibrationAndSearchErrors) {
  const auto comparison = compare(options_);
  for (size_t system = 0; system < 2; ++system) {
    ASSERT_TRUE(comparison.calibrations[system]);
    ASSERT_TRUE(comparison.search_errors[system]);
    // Compute calibration and search errors again with the model itself.
    const auto loaded = interop::load_model(options_.runs[system], torch::Device(torch::kCPU));
    int64_t tokens = 0, likelier = 0;
    for (const auto& sentence : comparison.sentences) {
      const std::string source[] = {sentence.source}, reference[] = {sentence.reference},
                        hypothesis[] = {sentence.systems[system].hypothesis};
      const auto of_reference =
          translate::score_tokens(*loaded.model, loaded.tokenizers, source, reference)[0];
      const auto of_hypothesis =
          translate::score_tokens(*loaded.model, loaded.tokenizers, source, hypothesis)[0];
      tokens += static_cast<int64_t>(of_hypothesis.pieces.size()) - 1;
      likelier += of_reference.log_prob() > *sentence.systems[system].log_prob + 1e-3 ? 1 : 0;
    }
    EXPECT_EQ(comparison.calibrations[system]->tokens, tokens);
    EXPECT_EQ(comparison.search_errors[system]->likelier, likelier);
    EXPECT_EQ(comparison.search_errors[system]->sentences, 8);
  }
}

TEST_F(CompareRuns, MeasureBeamsOfOneToTen) {
  const auto comparison = compare(options_);
  const translate::Translator translator(options_.runs[0]);
  const auto& curve = comparison.beam_curves[0];
  EXPECT_EQ(curve.sentences, 3U);
  ASSERT_EQ(curve.points.size(), 10U);
  std::vector<std::string> sources, references;
  for (const size_t number : {0, 2, 5}) {
    sources.push_back(comparison.sentences[number].source);
    references.push_back(comparison.sentences[number].reference);
  }
  for (const auto& point : curve.points) {
    auto search = translator.search_options();
    search.beam_size = point.beam_size;
    std::vector<std::string> texts;
    for (const auto& translation : translator.translate(sources, search)) {
      texts.push_back(translation.text);
    }
    EXPECT_DOUBLE_EQ(point.bleu, metrics::corpus_bleu(texts, std::span(&references, 1)).score);
    EXPECT_GT(point.sentences_per_second, 0.0);
  }
}

TEST_F(CompareRuns, StoreTranslationsAndReuseThem) {
  options_.cache = folder_ / "cache";
  const auto first = compare(options_);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_ / "cache"), {}), 4);
  const auto second = compare(options_);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_ / "cache"), {}), 4);
  for (size_t i = 0; i < first.sentences.size(); ++i) {
    EXPECT_EQ(second.sentences[i].systems[0].hypothesis, first.sentences[i].systems[0].hypothesis);
    EXPECT_EQ(second.sentences[i].systems[0].score, first.sentences[i].systems[0].score);
  }
  EXPECT_EQ(second.beam_curves[0].points[3].sentences_per_second,
            first.beam_curves[0].points[3].sentences_per_second);
}

TEST_F(CompareRuns, AreComparedWithFiles) {
  options_.translations = {{"reference", folder_ / "test.fr"}};
  const auto comparison = compare(options_);
  ASSERT_EQ(comparison.systems.size(), 3U);
  EXPECT_EQ(comparison.verdict.better, 2U);
  EXPECT_DOUBLE_EQ(comparison.metrics[0].scores[2], 100.0);
  EXPECT_FALSE(comparison.calibrations[2]);
}

TEST_F(CompareRuns, UseASampleOfSentencesOnRequest) {
  options_.details = 2;
  options_.beam_curve = 0;
  const auto comparison = compare(options_);
  EXPECT_FALSE(comparison.sentences[0].systems[0].n_best.empty());
  EXPECT_TRUE(comparison.sentences[1].systems[0].n_best.empty());
  EXPECT_TRUE(comparison.sentences[1].systems[0].log_prob);
  EXPECT_EQ(comparison.search_errors[0]->sentences, 2);
  EXPECT_TRUE(comparison.beam_curves[0].points.empty());
  EXPECT_TRUE(std::ranges::any_of(comparison.notes, [](const auto& note) {
    return note.find("2 of the 8 sentences") != std::string::npos;
  }));
}

TEST_F(CompareRuns, TranslateLongLinesAsTheTranslatorDoes) {
  save("short", "transformer", 1, 7);  // 7 tokens, including eos
  options_.runs[0] = folder_ / "short";
  const auto comparison = compare(options_);
  const translate::Translator translator(options_.runs[0]);
  int64_t longer = 0;
  for (const auto& sentence : comparison.sentences) {
    EXPECT_EQ(sentence.systems[0].hypothesis, translator.translate(sentence.source));
    longer += sentence.source_words > 6 ? 1 : 0;
  }
  EXPECT_GT(longer, 0);
}

TEST_F(CompareRuns, DoNotInspectALineThatIsTranslatedInParts) {
  save("short", "transformer", 1, 7);  // 7 tokens, including eos
  options_.runs[0] = folder_ / "short";
  const auto comparison = compare(options_);
  int64_t whole = 0;
  for (const auto& sentence : comparison.sentences) {
    const bool is_whole = sentence.source_words <= 6;
    whole += is_whole ? 1 : 0;
    EXPECT_EQ(sentence.systems[0].attention.has_value(), is_whole) << sentence.source;
    EXPECT_TRUE(sentence.systems[1].attention);
  }
  EXPECT_LT(whole, 8);
  EXPECT_EQ(comparison.search_errors[0]->sentences, whole);
  EXPECT_EQ(comparison.search_errors[1]->sentences, 8);
}

TEST_F(CompareRuns, MeasureDecodingWithTheGivenProbe) {
  options_.probe = [](const auto& directory, const auto& sources) {
    EXPECT_EQ(sources.size(), 8U);
    const double speed = directory.ends_with("tf") ? 20 : 10;
    return Decoding{.rounds = {{.sentences_per_second = speed}}};
  };
  const auto comparison = compare(options_);
  EXPECT_EQ(comparison.systems[1].model->decoding->speed_ratio, 0.5);
}

TEST_F(CompareRuns, WarnOfUnfairComparisons) {
  folder_.write("train.en", folder_.read("test.en"));
  folder_.write("train.fr", folder_.read("test.fr"));
  const auto comparison = compare(options_);
  std::string warnings;
  for (const auto& one : comparison.warnings) warnings += one.kind + ": " + one.sentence + '\n';
  EXPECT_NE(warnings.find("seed: All runs"), std::string::npos) << warnings;
  EXPECT_NE(warnings.find("test data: 8 of the 8 test sentences occur in the training text of tf "
                          "and rnn.\n"),
            std::string::npos)
      << warnings;
}

TEST_F(CompareRuns, AreGroupedBySeed) {
  save("tf2", "transformer", 2);
  options_.runs.push_back(folder_ / "tf2");
  options_.seeds = true;
  const auto comparison = compare(options_);
  ASSERT_TRUE(comparison.seeds);
  ASSERT_EQ(comparison.seeds->groups.size(), 2U);
  EXPECT_EQ(comparison.seeds->groups[0].systems, (std::vector<size_t>{0, 2}));
  EXPECT_EQ(comparison.seeds->groups[0].name, "tf");
  EXPECT_FALSE(compare({.runs = {options_.runs[0], options_.runs[1]},
                        .resamples = 40,
                        .details = 0,
                        .beam_curve = 0,
                        .cache = "none"})
                   .seeds);
}

TEST_F(CompareRuns, NeedASourceBesideAReference) {
  options_.reference = folder_ / "test.fr";
  EXPECT_EQ(test::thrown_error([&] { compare(options_); }).problem(),
            "--reference is given without --source, which the runs translate");
}

}  // namespace
}  // namespace regard::compare
