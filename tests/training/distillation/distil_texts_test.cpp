#include "distillation/distil_texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "base/machine.h"
#include "distillation/part_file.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"

namespace regard::distillation {
namespace {

/// A teacher that has memorized a few sentences.
class Teaching : public test::TrainingFolder {
 public:
  Teaching() {
    directory_.write("config.yaml", config_of(test::kSmallRnn));
    train("teacher", {"training.steps=250", "training.learning_rate=0.02", "training.warmup=10",
                      "training.label_smoothing=0", "training.average=0", "model.dropout=0",
                      "training.batch_tokens=100", "training.validate_every=50"});
    std::string text;
    for (int i = 0; i < 4; ++i) text += test::kSmallSources;
    directory_.write("more.en", text + "\n" + text);
  }

  const test::TemporaryFolder& directory() const { return directory_; }
};

class DistilTexts : public testing::Test {
 protected:
  static void SetUpTestSuite() { teaching_ = std::make_unique<Teaching>(); }
  static void TearDownTestSuite() { teaching_.reset(); }
  ~DistilTexts() override { set_threads(1); }

  static std::string path(const std::string& name) { return teaching_->directory() / name; }

  Distillation distillation() const {
    return {.teachers = {path("teacher")},
            .texts = {{.source = path("text.en"), .target = path("text.fr")},
                      {.text = path("more.en")}},
            .search = {.beam_size = 3},
            .lines_of_part = 5};
  }

  std::vector<Tally> run(
      const std::string& folder, const Distillation& distillation,
      const std::function<void()>& before_step = [] {}) const {
    const translate::TranslationModel teacher(path("teacher"), {.device = "cpu"});
    return distil_texts(teacher, distillation, folder_ / folder, before_step);
  }

  /// The bytes of all distilled texts.
  std::string files(const std::string& folder) const {
    return test::content_of(distilled_text(folder_ / folder, 0)) + '\f' +
           test::content_of(distilled_text(folder_ / folder, 1)) + '\f' +
           test::content_of(table_of_texts(folder_ / folder));
  }

  static inline std::unique_ptr<Teaching> teaching_;
  test::TemporaryFolder folder_;
};

TEST_F(DistilTexts, WritesWhatTheTeacherTranslates) {
  const auto tallies = run("a", distillation());
  std::istringstream distilled(test::content_of(distilled_text(folder_ / "a", 0))),
      sources(test::kSmallSources), targets(test::kSmallTargets);
  for (std::string line, source, target; std::getline(distilled, line);) {
    std::getline(sources, source);
    std::getline(targets, target);
    EXPECT_EQ(line.find(source + '\t' + target + '\t'), 0) << line;
  }
  ASSERT_EQ(tallies.size(), 2);
  EXPECT_EQ(tallies[0].lines, 6);
  EXPECT_EQ(tallies[0].kept, 6);
  EXPECT_EQ(tallies[1].lines, 49);
  EXPECT_EQ(tallies[1].empty, 1);
  EXPECT_EQ(tallies[1].kept, 48);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a/parts"));
}

TEST_F(DistilTexts, AccountsForEveryTranslation) {
  auto options = distillation();
  options.options = {.n_best = 3, .keep = 0.7, .least_probability = 0.2};
  for (const auto& tally : run("a", options)) {
    EXPECT_EQ(tally.translations, tally.empty + tally.unfinished + tally.repeating + tally.same +
                                      tally.farther + tally.unlikely + tally.kept);
    EXPECT_GT(tally.unlikely, 0);
    EXPECT_GT(tally.kept, 0);
  }
}

TEST_F(DistilTexts, FailsIfNothingOfTheTeacherIsOfUse) {
  auto cut_off = distillation();
  cut_off.search.max_length = 1;
  cut_off.texts.resize(1);
  const auto error = test::thrown_error([&] { run("cut-off", cut_off); });
  EXPECT_NE(std::string(error.what()).find("6 unfinished"), std::string::npos) << error.what();
  EXPECT_FALSE(std::filesystem::exists(table_of_texts(folder_ / "cut-off")));
}

TEST_F(DistilTexts, KeepsTheShareOfTheMostProbable) {
  auto options = distillation();
  options.options.n_best = 3;
  run("all", options);
  options.options.keep = 0.5;
  run("half", options);
  const auto scores_of = [&](const std::string& folder) {
    std::vector<double> scores;
    std::istringstream lines(test::content_of(distilled_text(folder_ / folder, 0)));
    for (std::string line; std::getline(lines, line);) {
      scores.push_back(pair_of_line(line, folder).score);
    }
    std::ranges::sort(scores, std::greater());
    return scores;
  };
  auto all = scores_of("all");
  all.resize((all.size() + 1) / 2);
  EXPECT_EQ(scores_of("half"), all);
}

TEST_F(DistilTexts, GoesOnAfterAnInterruptionWithTheSameBytes) {
  for (const bool sample : {false, true}) {
    auto options = distillation();
    options.options = {.n_best = 2, .sample = sample};
    const std::string name = sample ? "sampled" : "searched";
    run(name, options);
    int steps = 0, interruptions = 0;
    for (bool done = false; !done;) {
      try {
        run(name + "-parts", options, [&] {
          if (++steps % 60 == 0) throw std::runtime_error("killed");
        });
        done = true;
      } catch (const std::runtime_error&) {
        ++interruptions;
      }
      ASSERT_LT(interruptions, 100);
    }
    EXPECT_GT(interruptions, 1);
    EXPECT_EQ(files(name), files(name + "-parts"));
  }
}

TEST_F(DistilTexts, GivesTheSameBytesForAnyNumberOfThreadsAndSizeOfParts) {
  for (const bool sample : {false, true}) {
    auto options = distillation();
    options.options = {.n_best = 2, .sample = sample};
    set_threads(1);
    run("one", options);
    set_threads(2);
    options.lines_of_part = 1000;
    run("two", options);
    EXPECT_EQ(files("one"), files("two"));
    for (const auto* folder : {"one", "two"}) remove_distillation(folder_ / folder);
  }
}

TEST_F(DistilTexts, DrawsOthersWithAnotherSeed) {
  auto options = distillation();
  options.options.sample = true;
  options.sampling.temperature = 3;
  run("one", options);
  options.sampling.seed = 2;
  run("two", options);
  EXPECT_NE(files("one"), files("two"));
}

TEST_F(DistilTexts, PicksTheOneLikeTheReference) {
  auto options = distillation();
  options.options = {.n_best = 3, .pick = Pick::chrf};
  const auto tallies = run("a", options);
  EXPECT_EQ(tallies[0].kept, 6);
  EXPECT_EQ(tallies[0].farther, 12);
}

TEST_F(DistilTexts, RemovesOnlyWhatItWrites) {
  run("a", distillation());
  folder_.write("a/other.txt", "stays\n");
  remove_distillation(folder_ / "a");
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "a")) {
    left.push_back(entry.path().filename());
  }
  EXPECT_EQ(left, std::vector<std::string>{"other.txt"});
}

TEST_F(DistilTexts, KnowsItsRecipeAgain) {
  auto distillation = this->distillation();
  distillation.texts[1].text = folder_.write("more.en", "the cat\n");
  const auto before = recipe_of(distillation);
  check_same_recipe(before, recipe_of(distillation), "here");
  auto other = distillation;
  other.texts[0].weight = 3;  // weight in training, not in the translations
  check_same_recipe(before, recipe_of(other), "here");
  other.search.beam_size = 4;
  const auto error =
      test::thrown_error([&] { check_same_recipe(before, recipe_of(other), "here"); });
  EXPECT_EQ(error.problem(),
            "the distillation started with different inputs: beam_size: 3, now beam_size: 4");
  EXPECT_EQ(error.where(), "here");
  folder_.write("more.en", "other\n");
  EXPECT_NE(before, recipe_of(distillation));
}

TEST(PartFile, RefusesADamagedOne) {
  const test::TemporaryFolder folder;
  write_part(folder / "part.tsv", {.tally = {.lines = 7, .kept = 1}, .pairs = {{"a", "b", -0.5}}});
  int pairs = 0;
  const auto tally = read_part(folder / "part.tsv", [&](const DistilledPair& pair) {
    EXPECT_EQ(pair.target, "b");
    ++pairs;
  });
  EXPECT_EQ(tally.lines, 7);
  EXPECT_EQ(tally.kept, 1);
  EXPECT_EQ(pairs, 1);
  folder.write("part.tsv", "a\tb\t-0.5\n");
  EXPECT_THROW(read_part(folder / "part.tsv", [](const auto&) {}), Error);
}

}  // namespace
}  // namespace regard::distillation
