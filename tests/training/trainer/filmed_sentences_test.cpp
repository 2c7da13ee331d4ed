#include "trainer/trainer_step.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/tiny_model.h"

namespace regard::train {
namespace {

/// Lines with these numbers of words; the n-th begins with word n of the tiny model.
corpus::TestText lines_of(const std::vector<int>& words) {
  corpus::TestText text;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string line;
    for (int word = 0; word < words[i]; ++word) line += word == 0 ? "cat" : " dog";
    text.sources.push_back(line);
    text.references.push_back("reference " + std::to_string(i));
  }
  return text;
}

class LinesToFilm : public testing::Test {
 protected:
  std::vector<std::string> chosen(const std::vector<int>& words, int64_t most_tokens = 100) const {
    return lines_to_film(lines_of(words), tokenizers_, most_tokens).references;
  }
  using Lines = std::vector<std::string>;

  text::TokenizerPair tokenizers_ = test::tiny_model().tokenizers;
};

TEST_F(LinesToFilm, AreThreeOfMiddlingLengthFromAllOverTheText) {
  EXPECT_EQ(chosen({5, 1, 15, 6, 0, 16, 7, 8, 9}),
            (Lines{"reference 2", "reference 6", "reference 8"}));
}

TEST_F(LinesToFilm, AreAsManyAsThereAre) {
  EXPECT_EQ(chosen({1, 6, 20, 7}), (Lines{"reference 1", "reference 3"}));
  EXPECT_EQ(chosen({}), Lines());
}

TEST_F(LinesToFilm, AreOthersWhereNoneHasAMiddlingLength) {
  EXPECT_EQ(chosen({1, 0, 20}), (Lines{"reference 0", "reference 2"}));
}

TEST_F(LinesToFilm, HaveNoMoreTokensThanTheModelReads) {
  EXPECT_EQ(chosen({6, 9, 5}, 7), (Lines{"reference 0", "reference 2"}));  // each has an eos
}

class FilmedSentences : public testing::TestWithParam<std::string> {
 protected:
  test::TinyModel tiny_ = test::tiny_model(GetParam());
  corpus::TestText text_ = lines_of({5, 7});
};

TEST_P(FilmedSentences, AreWhatGreedySearchFinds) {
  const auto sentences = filmed_sentences(*tiny_.model, tiny_.tokenizers, text_);
  const auto expected = tiny_.translate(
      text_.sources, {.search = {.beam_size = 1, .max_length_ratio = 1.5, .max_length_extra = 5}});
  ASSERT_EQ(sentences.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(sentences[i].source, text_.sources[i]);
    EXPECT_EQ(sentences[i].reference, text_.references[i]);
    EXPECT_EQ(sentences[i].translation, expected[i].text);
  }
}

TEST_P(FilmedSentences, HaveTheAttentionOfEachWordOverTheSourcesWords) {
  const bool attends = model::find_architecture(tiny_.experiment.model).attends;
  for (const auto& sentence : filmed_sentences(*tiny_.model, tiny_.tokenizers, text_)) {
    EXPECT_EQ(sentence.attention.empty(), !attends || sentence.target_words.empty());
    if (sentence.attention.empty()) continue;
    EXPECT_EQ(sentence.attention.size(), sentence.target_words.size());
    for (const auto& weights : sentence.attention) {
      EXPECT_EQ(weights.size(), sentence.source_words.size());
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1.0, 1e-5);
    }
  }
}

TEST_P(FilmedSentences, AreTranslatedAfterTheirTag) {
  const auto tagged = test::tiny_model(GetParam(), 1, config::TokenizerType::word, {"<law>"});
  text_.tags = {"<law>", ""};
  const auto sentences = filmed_sentences(*tagged.model, tagged.tokenizers, text_);
  ASSERT_EQ(sentences.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    const std::vector<std::string> line = {text_.sources[i]};
    const auto expected = tagged.translate(line, {.search = {.beam_size = 1,
                                                             .max_length_ratio = 1.5,
                                                             .max_length_extra = 5,
                                                             .tag = text_.tags[i]}});
    EXPECT_EQ(sentences[i].translation, expected.front().text);
    EXPECT_EQ(sentences[i].source_words.front() == "<law>", i == 0);
  }
}

// If mode or random numbers changed, a run with a film would differ from one without.
TEST_P(FilmedSentences, LeaveModeAndRandomNumbersAsTheyAre) {
  tiny_.model->train();
  torch::manual_seed(5);
  const auto expected = torch::rand(3);
  torch::manual_seed(5);
  filmed_sentences(*tiny_.model, tiny_.tokenizers, text_);
  EXPECT_TRUE(tiny_.model->is_training());
  EXPECT_TRUE(torch::rand(3).equal(expected));
}

INSTANTIATE_TEST_SUITE_P(, FilmedSentences, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

}  // namespace
}  // namespace regard::train
