// regard distil: texts, training, packing and messages.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "cli_training/commands.h"
#include "config/experiment.h"
#include "regard/base/error.h"
#include "regard/translate/translator.h"
#include "support/base/thrown_error.h"
#include "support/command_output.h"
#include "support/training_folder.h"

namespace regard::cli {
namespace {

using Arguments = std::vector<std::string>;

/// A folder with a teacher that has memorized its sentences.
class TeacherFolder : public test::TrainingFolder {
 public:
  TeacherFolder() {
    directory_.write("config.yaml", config_of(test::kSmallRnn));
    train("teacher", {"training.steps=250", "training.learning_rate=0.02", "training.warmup=10",
                      "training.label_smoothing=0", "training.average=0", "model.dropout=0",
                      "training.batch_tokens=100", "training.validate_every=50"});
    directory_.write("student.yaml",
                     config_of(test::kSmallTransformer) + "  # tests\n" + "search: {beam_size: 2}");
  }
  const test::TemporaryFolder& directory() const { return directory_; }
};

class DistilCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() { teacher_ = std::make_unique<TeacherFolder>(); }
  static void TearDownTestSuite() { teacher_.reset(); }

  static std::string path(const std::string& name) { return teacher_->directory() / name; }

  /// Runs regard distil with the validation set as the test set.
  std::string distil(const Arguments& more = {}) const {
    Arguments arguments = {path("teacher"),
                           "--student",
                           path("student.yaml"),
                           "-o",
                           run_,
                           "--set",
                           "data.test.source=" + path("text.en"),
                           "--set",
                           "data.test.target=" + path("text.fr"),
                           "--set",
                           "data.cache=none"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::output_of_command(add_distil, arguments);
  }
  Error error_of(const Arguments& arguments) const {
    return test::thrown_error([&] { distil(arguments); });
  }
  config::Experiment student() const { return config::load_experiment(run_ + "/config.yaml"); }

  static inline std::unique_ptr<TeacherFolder> teacher_;
  test::TemporaryFolder folder_;
  std::string run_ = folder_ / "student";
};

TEST_F(DistilCommand, TrainsAStudentOnBothTextsAndPacksIt) {
  folder_.write("more.en", "he sleeps .\nI see the cat .\n");
  const auto said = distil({"--text", folder_ / "more.en", "--mix", "0.5:2"});
  const auto texts = student().data.train;
  ASSERT_EQ(texts.size(), 3);
  EXPECT_EQ(texts[0].source, path("text.en"));
  EXPECT_EQ(texts[0].weight, 0.5);
  EXPECT_EQ(texts[1].tsv, run_ + "/data/distilled-1.tsv");
  EXPECT_EQ(texts[1].weight, 2);
  EXPECT_EQ(texts[2].tsv, run_ + "/data/distilled-2.tsv");
  EXPECT_EQ(student().training.quantize_from, 0.9);
  EXPECT_EQ(test::content_of(texts[2].tsv).find("he sleeps .\til dort .\t"), 0);
  EXPECT_NO_THROW(Translator(run_ + ".regard").translate("he sleeps ."));
  for (const auto* part : {"teacher ", "student ", "student in 8 bits ", "BLEU", "sentences/s"}) {
    EXPECT_NE(said.find(part), std::string::npos) << said;
  }
  EXPECT_NE(test::content_of(run_ + "/data/distilled.txt").find("more.en"), std::string::npos);
}

TEST_F(DistilCommand, LeavesOutTheOriginalPairs) {
  distil({"--mix", "0:1", "--set", "training.quantize_from=0"});
  ASSERT_EQ(student().data.train.size(), 1);
  EXPECT_EQ(student().data.train.front().tsv, run_ + "/data/distilled-1.tsv");
  EXPECT_EQ(student().training.quantize_from, 0);
}

TEST_F(DistilCommand, GoesOnExactly) {
  distil();
  const auto whole = test::content_of(run_ + "/model.safetensors");
  const auto packed = test::content_of(run_ + ".regard");
  distil({"--resume"});
  EXPECT_EQ(test::content_of(run_ + ".regard"), packed);
  const auto other = error_of({"--resume", "--n-best", "2"});
  EXPECT_NE(other.problem().find("n_best: 1, now n_best: 2"), std::string::npos) << other.problem();
  EXPECT_NE(error_of({}).remedy().find("--resume"), std::string::npos);
  run_ = folder_ / "parts";
  distil({"--set", "training.steps=7"});
  distil({"--resume"});
  EXPECT_EQ(test::content_of(run_ + "/model.safetensors"), whole);
}

TEST_F(DistilCommand, TakesSeveralTeachers) {
  const auto said = distil({path("teacher")});
  EXPECT_NE(said.find("teacher " + path("teacher") + " + " + path("teacher")), std::string::npos)
      << said;
}

TEST_F(DistilCommand, RefusesAnInvalidStudent) {
  EXPECT_EQ(error_of({"--set", "data.source_language=de"}).where(), path("teacher"));
  EXPECT_EQ(error_of({"--set", "training.init_from=" + path("teacher")}).where(),
            path("student.yaml"));
  run_ = path("teacher");
  EXPECT_NE(error_of({"--overwrite"}).problem().find("is a teacher"), std::string::npos);
}

TEST_F(DistilCommand, RefusesOptionsThatMakeNoSense) {
  EXPECT_NE(error_of({"--mix", "1"}).problem().find("--mix is 1"), std::string::npos);
  EXPECT_NE(error_of({"--mix", "1:0"}).problem().find("--mix"), std::string::npos);
  EXPECT_NE(error_of({"--n-best", "9"}).remedy().find("--beam-size 9"), std::string::npos);
  EXPECT_NE(error_of({"--pick", "bleu"}).remedy().find("--n-best"), std::string::npos);
  EXPECT_NE(error_of({"--top-k", "3"}).remedy().find("--sample"), std::string::npos);
  EXPECT_NE(error_of({"--threads", "x"}).problem().find("--threads"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(run_));
}

TEST_F(DistilCommand, RefusesALineWithANulByteBeforeItTranslates) {
  folder_.write("more.en", std::string("he sleeps .\nthe \0 cat .\n", 24));
  const auto error = error_of({"--text", folder_ / "more.en"});
  EXPECT_EQ(error.where(), folder_ / "more.en" + ":2");
  EXPECT_EQ(error.problem(), "has a NUL byte at column 5");
  EXPECT_FALSE(std::filesystem::exists(run_));
}

// The leftovers of a run that was killed before it removed its parts.
TEST_F(DistilCommand, RemovesTheLeftoversOfAKilledRun) {
  distil();
  folder_.write("student/data/parts/text-1-000000.tsv", "cut\n");
  distil({"--resume"});
  EXPECT_FALSE(std::filesystem::exists(run_ + "/data/parts"));
}

TEST_F(DistilCommand, CanBeCorrectedAfterAStartThatTranslatedNothing) {
  EXPECT_THROW(distil({"--set", "training.device=cuda:99"}), std::exception);
  EXPECT_TRUE(std::filesystem::exists(run_ + "/data/distillation.yaml"));
  EXPECT_NO_THROW(distil({"--n-best", "2"}));
}

TEST_F(DistilCommand, ReadsAllTextsOfItsStudentBeforeItTranslates) {
  for (const std::string text : {"valid", "test"}) {
    const auto error = error_of({"--set", "data." + text + ".source=" + path("none.en")});
    EXPECT_EQ(error.where(), path("none.en"));
    EXPECT_FALSE(std::filesystem::exists(run_));
  }
}

TEST_F(DistilCommand, NeverReplacesAFileUnasked) {
  folder_.write("student.regard", "other\n");
  EXPECT_EQ(error_of({}).where(), run_ + ".regard");
  EXPECT_FALSE(std::filesystem::exists(run_));
}

}  // namespace
}  // namespace regard::cli
