#include "regard/translate/text_generator.h"
#include "interop/load_model.h"
#include "regard/base/error.h"

#include <gtest/gtest.h>

#include "regard/translate/translator.h"
#include "store/model_file.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_language_model.h"

namespace regard::translate {
namespace {

class EveryTextGenerator : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { test::tiny_language_model(GetParam()).save(directory_); }

  test::TemporaryFolder folder_;
  std::string directory_ = folder_ / "model";
};

TEST_P(EveryTextGenerator, ContinuesAPrefix) {
  TextGenerator generator(directory_, {.device = "cpu"});
  const auto texts = generator.generate("the cat sees", {.length = 5, .samples = 3});
  ASSERT_EQ(texts.size(), 3U);
  for (const auto& text : texts) EXPECT_TRUE(text.starts_with("the cat sees")) << text;
}

TEST_P(EveryTextGenerator, GoesOnBehindASpaceOfItsPrefix) {
  test::tiny_language_model(GetParam(), config::TokenizerType::character).save(folder_ / "letters");
  TextGenerator generator(folder_ / "letters", {.device = "cpu"});
  for (const auto& text : generator.generate("the cat ", {.length = 5, .samples = 9})) {
    EXPECT_TRUE(text.starts_with("the cat ") || text == "the cat") << text;
  }
}

TEST_P(EveryTextGenerator, WritesTheSameForTheSameSeed) {
  TextGenerator generator(directory_, {.device = "cpu"});
  const auto once = generator.generate("the cat", {.length = 20, .samples = 3, .seed = 4});
  EXPECT_EQ(generator.generate("the cat", {.length = 20, .samples = 3, .seed = 4}), once);
  EXPECT_NE(generator.generate("the cat", {.length = 20, .samples = 3, .seed = 5}), once);
}

TEST_P(EveryTextGenerator, WritesWordsOfItsVocabularyOnly) {
  TextGenerator generator(directory_, {.device = "cpu"});
  for (const auto& text : generator.generate("", {.length = 50, .samples = 10})) {
    EXPECT_EQ(text.find("\u2047"), std::string::npos) << text;  // the sign for unknown words
  }
}

TEST_P(EveryTextGenerator, RefusesATranslationModel) {
  test::tiny_model().save(folder_ / "translation");
  const auto error =
      test::thrown_error([&] { TextGenerator(folder_ / "translation", {.device = "cpu"}); });
  EXPECT_EQ(error.problem(), "is a translation model, which cannot continue text");
  EXPECT_EQ(error.where(), folder_ / "translation");
}

TEST_P(EveryTextGenerator, IsRefusedByATranslator) {
  const auto error = test::thrown_error([&] { Translator(directory_, {.device = "cpu"}); });
  EXPECT_EQ(error.problem(), "is a language model, which cannot translate");
  EXPECT_NE(error.remedy().find("regard generate"), std::string::npos);
}

TEST_P(EveryTextGenerator, RefusesAConfigOfAnotherArchitecture) {
  auto experiment = test::tiny_language_model(GetParam()).experiment;
  const auto other = GetParam() == "rnn_lm" ? "transformer_lm" : "rnn_lm";
  experiment.model = config::read_yaml(test::tiny_language_options(other), "test");
  folder_.write("model/config.yaml", config::to_yaml(experiment));
  const auto error = test::thrown_error([&] { TextGenerator(directory_, {.device = "cpu"}); });
  EXPECT_NE(std::string(error.problem()).find("contains a model of type " + GetParam()),
            std::string::npos)
      << error.problem();
}

INSTANTIATE_TEST_SUITE_P(Of, EveryTextGenerator,
                         testing::ValuesIn(test::language_architecture_names()),
                         test::name_of_architecture);

TEST(TaskOfModelDirectory, IsThatOfItsConfig) {
  const test::TemporaryFolder folder;
  test::tiny_model().save(folder / "a");
  test::tiny_language_model().save(folder / "b");
  EXPECT_EQ(store::task_of_model(folder / "a"), config::Task::translation);
  EXPECT_EQ(store::task_of_model(folder / "b"), config::Task::language_model);
  EXPECT_THROW(store::task_of_model(folder / "c"), Error);
}

}  // namespace
}  // namespace regard::translate
