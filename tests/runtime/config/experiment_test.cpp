#include "config/experiment.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::config {
namespace {

using test::thrown_error;

// A minimal experiment that breaks no rule.
Experiment good_experiment() {
  Experiment experiment;
  experiment.data.train = {{.source = "train.en", .target = "train.fr", .tsv = ""}};
  experiment.data.valid = ParallelText{.tsv = "valid.tsv"};
  return experiment;
}

constexpr const char* kYaml = R"(# Everything else has its default.
data:
  train: [{source: train.en, target: train.fr}]
  valid: {tsv: valid.tsv}
model: {type: transformer, d_model: 64}
search: {beam_size: 4}
)";

TEST(Experiment, IsReadFromAFileWithOverrides) {
  const test::TemporaryFolder folder;
  const auto experiment =
      load_experiment(folder.write("a.yaml", kYaml),
                      {"search.beam_size=8", "training.steps=1100", "model.heads=2"});
  EXPECT_EQ(experiment.data.train[0].target, "train.fr");
  EXPECT_EQ(experiment.search.beam_size, 8);
  EXPECT_EQ(experiment.training.steps, 1100);
  EXPECT_EQ(experiment.model.find("d_model")->text, "64");
  EXPECT_EQ(experiment.model.find("heads")->text, "2");
}

TEST(Experiment, NamesLineAndNearestKeyOfAMisspeltOption) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.yaml", std::string(kYaml) + "trainning: {steps: 3}\n");
  const Error error = thrown_error([&] { load_experiment(path); });
  EXPECT_EQ(error.where(), path + ":7:1");
  EXPECT_EQ(error.problem(), "unknown option trainning");
  EXPECT_EQ(error.remedy(), "did you mean 'training'?");
}

TEST(Experiment, NamesTheOverrideThatIsWrong) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.yaml", kYaml);
  const Error error = thrown_error([&] { load_experiment(path, {"search.beam_size=0"}); });
  EXPECT_EQ(error.where(), "--set search.beam_size");
  EXPECT_EQ(error.problem(), "search.beam_size is 0, but must be at least 1");
}

TEST(Experiment, WithoutTrainingTextIsRefused) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("empty.yaml", "");
  const Error error = thrown_error([&] { load_experiment(path); });
  EXPECT_EQ(error.where(), path);
  EXPECT_EQ(error.problem(), "data.train names no text to train on");
}

TEST(Experiment, ValidatesOnOneTextOrOnAList) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a.yaml", kYaml);
  const auto one = load_experiment(path).data.valid;
  EXPECT_FALSE(one.is_list);
  EXPECT_EQ(one.items.front().tsv, "valid.tsv");
  const auto several =
      load_experiment(path, {"data.valid=[{tsv: law.tsv}, {tsv: b.tsv, name: talks}]"}).data.valid;
  EXPECT_TRUE(several.is_list);
  EXPECT_EQ(several.items.at(1).name, "talks");
  EXPECT_EQ(load_experiment(path, {"data.valid=[{tsv: law.tsv}]", "data.valid.0.first=9"})
                .data.valid.items.front()
                .first,
            9);
}

TEST(Experiment, HasASmallerRateIfItStartsFromATrainedModel) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a.yaml", kYaml);
  const auto rate = [&](const std::vector<std::string>& overrides) {
    return load_experiment(path, overrides).training.learning_rate;
  };
  EXPECT_DOUBLE_EQ(rate({"training.init_from=runs/a"}), rate({}) / 10);
  EXPECT_DOUBLE_EQ(rate({"training.init_from=runs/a", "training.learning_rate=0.5"}), 0.5);
}

TEST(ExperimentRules, SayHowToValidateWhereTheTrainingTextEnds) {
  auto experiment = good_experiment();
  experiment.data.train = {{.tsv = "fra.txt", .first = 600}};
  experiment.data.valid = {};
  experiment.training.film = true;
  const Error error = thrown_error([&] { check(experiment); });
  EXPECT_NE(error.remedy().find("--set 'data.valid={tsv: fra.txt, skip: 600, first: 100}'"),
            std::string::npos)
      << error.remedy();
}

TEST(Experiment, ReportsAllErrorsAtOnce) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.yaml",
                                        "tokenizer: {type: bpee, symbols: [</s>]}\n"
                                        "training: {steps: 10, warmup: 20, sead: 1}\n"
                                        "serach: {}\n");
  const std::string what = thrown_error([&] { load_experiment(path); }).problem();
  EXPECT_TRUE(what.starts_with("5 errors in the config\n")) << what;
  for (const auto* wrong :
       {"data.train names no text", "tokenizer.type is bpee", "training.warmup is 20",
        "unknown option training.sead", "unknown option serach"}) {
    EXPECT_NE(what.find(wrong), std::string::npos) << what;
  }
}

TEST(Experiment, DoesNotReportTheConsequencesOfAWrongType) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.yaml", "data: {train: [{tsv: [a]}]}\n");
  EXPECT_EQ(thrown_error([&] { load_experiment(path); }).problem(),
            "data.train.0.tsv must be text, but is a list");
}

TEST(ExperimentRules, RefuseASymbolThatIsASpecialToken) {
  auto experiment = good_experiment();
  experiment.tokenizer.symbols = {"</s>"};
  EXPECT_EQ(thrown_error([&] { check(experiment); }).problem(),
            "tokenizer.symbols: </s> is a special token already");
}

TEST(ExperimentRules, HoldForAGoodExperiment) { EXPECT_NO_THROW(check(good_experiment())); }

TEST(ExperimentRules, LetOneOptionSayHowManyBatchesAnUpdateHas) {
  auto experiment = good_experiment();
  experiment.training.update_tokens = 25000;
  EXPECT_NO_THROW(check(experiment));
  experiment.training.accumulate = 2;
  const Error error = thrown_error([&] { check(experiment); });
  EXPECT_NE(std::string(error.problem()).find("training.update_tokens"), std::string::npos);
}

TEST(ExperimentRules, WantANumberOfTokensToScaleToMinutes) {
  auto experiment = good_experiment();
  experiment.training.scale_to_minutes = true;
  experiment.training.batch_tokens.number.reset();
  EXPECT_NO_THROW(check(experiment));
  experiment.training.minutes = 5;
  const Error error = thrown_error([&] { check(experiment); });
  EXPECT_NE(std::string(error.problem()).find("training.batch_tokens is auto"), std::string::npos);
}

TEST(Experiment, AcceptsAutoOrAPositiveNumberForABatch) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.yaml", kYaml);
  EXPECT_TRUE(
      load_experiment(path, {"training.batch_tokens=auto"}).training.batch_tokens.is_auto());
  EXPECT_EQ(load_experiment(path, {"training.batch_tokens=7"}).training.batch_tokens.number, 7);
  const Error error = thrown_error([&] { load_experiment(path, {"training.batch_tokens=0"}); });
  EXPECT_EQ(error.problem(), "training.batch_tokens is 0, but must be at least 1, or auto");
  thrown_error([&] { load_experiment(path, {"training.batch_tokens=many"}); });
}

TEST(ExperimentRules, AreReportedTogether) {
  auto experiment = good_experiment();
  experiment.data.train[0].target.clear();
  experiment.training.warmup = 0;
  const Error error = thrown_error([&] { check(experiment, "a.yaml"); });
  EXPECT_EQ(error.problem(),
            "2 errors in the config\n"
            "a.yaml: data.train.0 has no target (give both source and target, or tsv)\n"
            "a.yaml: training.schedule inverse_sqrt needs training.warmup of at least 1 "
            "(set it to 1 or more: the learning rate is learning_rate * sqrt(warmup / step))");
}

struct BrokenRule {
  const char* what;
  void (*change)(Experiment&);
};

class ExperimentRule : public testing::TestWithParam<BrokenRule> {};

TEST_P(ExperimentRule, IsChecked) {
  auto experiment = good_experiment();
  GetParam().change(experiment);
  EXPECT_EQ(thrown_error([&] { check(experiment); }).problem(), GetParam().what);
}

INSTANTIATE_TEST_SUITE_P(
    All, ExperimentRule,
    testing::Values(
        BrokenRule{"data.train.0 has both tsv and source or target",
                   [](Experiment& e) { e.data.train[0].tsv = "t.tsv"; }},
        BrokenRule{"data.train.1 names no file",
                   [](Experiment& e) { e.data.train.emplace_back(); }},
        BrokenRule{"data.valid has both tsv and source or target",
                   [](Experiment& e) {
                     e.data.valid = ParallelText{.source = "v", .target = "v", .tsv = "v"};
                   }},
        BrokenRule{"data.test has no source", [](Experiment& e) { e.data.test.target = "t.fr"; }},
        BrokenRule{"data.train.0 has text, which is for task: language_model",
                   [](Experiment& e) { e.data.train[0].text = "t.txt"; }},
        BrokenRule{"data.max_length_ratio is 0.5, but must be 0 or at least 1",
                   [](Experiment& e) { e.data.max_length_ratio = 0.5; }},
        BrokenRule{"tokenizer.joint is false, but only model is given",
                   [](Experiment& e) {
                     e.tokenizer.joint = false;
                     e.tokenizer.model = "s.model";
                   }},
        BrokenRule{"tokenizer.joint is false, but only target_model is given",
                   [](Experiment& e) {
                     e.tokenizer.joint = false;
                     e.tokenizer.target_model = "t.model";
                   }},
        BrokenRule{"tokenizer.target_model is given, but tokenizer.joint is true",
                   [](Experiment& e) { e.tokenizer.target_model = "t.model"; }},
        BrokenRule{
            "tokenizer.byte_fallback applies only to unigram and bpe, but tokenizer.type is word",
            [](Experiment& e) {
              e.tokenizer.type = TokenizerType::word;
              e.tokenizer.byte_fallback = true;
            }},
        BrokenRule{"tokenizer.sampling applies only to unigram and bpe, but tokenizer.type is char",
                   [](Experiment& e) {
                     e.tokenizer.type = TokenizerType::character;
                     e.tokenizer.sampling = 0.1;
                   }},
        BrokenRule{"data.train.0.tag is 'back translated', which is not one word",
                   [](Experiment& e) { e.data.train[0].tag = "back translated"; }},
        BrokenRule{"data.valid.tag is 'a,b', which has a comma",
                   [](Experiment& e) { e.data.valid.items[0].tag = "a,b"; }},
        BrokenRule{"data.test.tag is 'a b', which is not one word",
                   [](Experiment& e) { e.data.test.tag = "a b"; }},
        BrokenRule{"data.valid.1 names no file",
                   [](Experiment& e) {
                     e.data.valid = std::vector<ParallelText>{{.tsv = "a.tsv"}, {.name = "b"}};
                   }},
        BrokenRule{"data.valid.1 is named law, like an earlier text",
                   [](Experiment& e) {
                     e.data.valid = std::vector<ParallelText>{{.tsv = "law.tsv.gz"},
                                                              {.tsv = "a.tsv", .name = "law"}};
                   }},
        BrokenRule{"data.valid.0 is named 'a/b', which has a slash",
                   [](Experiment& e) {
                     e.data.valid = std::vector<ParallelText>{{.tsv = "a.tsv", .name = "a/b"}};
                   }},
        BrokenRule{"training.init_from and tokenizer.model are both given",
                   [](Experiment& e) {
                     e.training.init_from = "runs/a";
                     e.tokenizer.model = "a.model";
                   }},
        BrokenRule{"training.warmup is 1000, but must be at most training.steps (60)",
                   [](Experiment& e) { e.training.steps = 60; }},
        BrokenRule{"training.warmup is 1000, but must be below training.steps (1000)",
                   [](Experiment& e) {
                     e.training.schedule = Schedule::cosine;
                     e.training.steps = 1000;
                   }},
        BrokenRule{
            "training.best_by is chrf, but training.bleu_every is 0, so nothing is translated",
            [](Experiment& e) {
              e.training.best_by = "chrf";
              e.training.bleu_every = 0;
            }},
        BrokenRule{"training.cooldown is for schedule wsd, but training.schedule is inverse_sqrt",
                   [](Experiment& e) { e.training.cooldown = 10; }},
        BrokenRule{"training.warmup (1000) and cooldown (500) together exceed "
                   "training.steps (1200)",
                   [](Experiment& e) {
                     e.training.schedule = Schedule::wsd;
                     e.training.cooldown = 500;
                     e.training.steps = 1200;
                   }},
        BrokenRule{"training.film is true, but data.valid, whose sentences it shows, is missing",
                   [](Experiment& e) {
                     e.training.film = true;
                     e.data.valid = {};
                   }},
        BrokenRule{"training.best_by is bleu, but data.valid is missing",
                   [](Experiment& e) {
                     e.training.best_by = "bleu";
                     e.data.valid = {};
                   }},
        BrokenRule{"training.patience is 3, but data.valid is missing",
                   [](Experiment& e) {
                     e.training.patience = 3;
                     e.data.valid = {};
                   }},
        BrokenRule{"training.average is 5, but data.valid is missing", [](Experiment& e) {
                     e.training.average = 5;
                     e.data.valid = {};
                   }}));

// A minimal language model experiment that breaks no rule.
Experiment good_language_model() {
  Experiment experiment;
  experiment.task = Task::language_model;
  experiment.data.train.emplace_back().text = "train.txt";
  experiment.data.valid = ParallelText{.text = "valid.txt"};
  return experiment;
}

TEST(ExperimentRules, HoldForAGoodLanguageModel) { EXPECT_NO_THROW(check(good_language_model())); }

class LanguageModelRule : public testing::TestWithParam<BrokenRule> {};

TEST_P(LanguageModelRule, IsChecked) {
  auto experiment = good_language_model();
  GetParam().change(experiment);
  EXPECT_EQ(thrown_error([&] { check(experiment); }).problem(), GetParam().what);
}

INSTANTIATE_TEST_SUITE_P(
    All, LanguageModelRule,
    testing::Values(
        BrokenRule{"data.valid names a parallel text, but task is language_model",
                   [](Experiment& e) { e.data.valid = ParallelText{.tsv = "v"}; }},
        BrokenRule{"data.valid.tag is given, but task is language_model",
                   [](Experiment& e) { e.data.valid.items[0].tag = "<bt>"; }},
        BrokenRule{"data.test.tag is given, but task is language_model",
                   [](Experiment& e) { e.data.test.tag = "<bt>"; }},
        BrokenRule{"data.join is for translation, but task is language_model",
                   [](Experiment& e) { e.data.join.probability = 0.1; }},
        BrokenRule{"data.mix is for translation, but task is language_model",
                   [](Experiment& e) { e.data.mix.temperature = 5; }},
        BrokenRule{"data.train.0 has both text and source, target or tsv",
                   [](Experiment& e) { e.data.train[0].tsv = "t.tsv"; }},
        BrokenRule{"data.train.1 names no file",
                   [](Experiment& e) { e.data.train.emplace_back(); }},
        BrokenRule{"data.train.0.weight is 2, but a language model reads its text once per epoch",
                   [](Experiment& e) { e.data.train[0].weight = 2; }},
        BrokenRule{"data.max_length_ratio, drop_duplicates and drop_identical are for pairs, but "
                   "task is language_model",
                   [](Experiment& e) { e.data.drop_duplicates = true; }},
        BrokenRule{"tokenizer.joint is false, but a language model has one vocabulary",
                   [](Experiment& e) { e.tokenizer.joint = false; }},
        BrokenRule{"training.r_drop is for translation, but task is language_model",
                   [](Experiment& e) { e.training.r_drop = 5; }},
        BrokenRule{"training.guided_alignment is for translation, but task is language_model",
                   [](Experiment& e) { e.training.guided_alignment = 0.1; }},
        BrokenRule{"training.film is for translation, but task is language_model",
                   [](Experiment& e) { e.training.film = true; }},
        BrokenRule{"training.best_by is bleu, but a language model does not translate",
                   [](Experiment& e) { e.training.best_by = "bleu"; }}));

}  // namespace
}  // namespace regard::config
