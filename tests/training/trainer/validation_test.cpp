#include "trainer/trainer_step.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "scoring/score_text.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"
#include "translate/translate_lines.h"

namespace regard::train {
namespace {

class ValidateModel : public testing::TestWithParam<std::string> {
 protected:
  Validation validate(const std::function<void()>& before_batch = [] {}) const {
    return validate_model(*tiny_.model, tiny_.tokenizers, text_,
                          {search_, folder_ / "valid.txt", kBatchTokens}, before_batch);
  }

  static constexpr int64_t kBatchTokens = 200;
  test::TinyModel tiny_ = test::tiny_model(GetParam());
  corpus::TestText text_{.sources = test::tiny_lines(20), .references = test::tiny_lines(20)};
  config::SearchOptions search_{.beam_size = 1};
  test::TemporaryFolder folder_;
};

TEST_P(ValidateModel, WritesWhatTheModulesTranslate) {
  std::string expected;
  for (const auto& translation : tiny_.translate(text_.sources, {.search = search_})) {
    expected += translation.text + '\n';
  }
  EXPECT_TRUE(validate().scores.contains("bleu"));
  EXPECT_EQ(folder_.read("valid.txt"), expected);
}

// If any of these changed, a run with validation would differ from one without.
TEST_P(ValidateModel, LeavesWeightsModeAndRandomNumbersAsTheyAre) {
  tiny_.model->train();
  std::vector<torch::Tensor> weights;
  for (const auto& weight : tiny_.model->parameters()) weights.push_back(weight.clone());
  torch::manual_seed(5);
  const auto expected = torch::rand(3);
  torch::manual_seed(5);
  validate();
  EXPECT_TRUE(torch::rand(3).equal(expected));
  EXPECT_TRUE(tiny_.model->is_training());
  for (size_t i = 0; i < weights.size(); ++i) {
    EXPECT_TRUE(tiny_.model->parameters()[i].equal(weights[i]));
  }
}

TEST_P(ValidateModel, TranslatesWithTheWeightsOfTheMoment) {
  validate();
  const auto before = folder_.read("valid.txt");
  {
    const torch::NoGradGuard no_gradients;
    for (auto& weight : tiny_.model->parameters()) weight.mul_(-1);
  }
  validate();
  EXPECT_NE(folder_.read("valid.txt"), before);
}

TEST_P(ValidateModel, EndsWhereItIsToldTo) {
  int64_t calls = 0;
  const auto stop = [&] {
    if (++calls == 5) throw std::runtime_error("enough");
  };
  EXPECT_THROW(validate(stop), std::runtime_error);
  EXPECT_EQ(calls, 5);
}

TEST_P(ValidateModel, PutsTheTagBeforeEachSource) {
  const auto tagged = test::tiny_model(GetParam(), 1, config::TokenizerType::word, {"<law>"});
  const auto loss = [&](const std::string& tag) {
    return validate_model(*tagged.model, tagged.tokenizers, text_, {{}, "", kBatchTokens, tag},
                          [] {})
        .loss;
  };
  auto sources = translate::encode_sources(tagged.tokenizers, text_.sources);
  for (auto& tokens : sources) {
    tokens.insert(tokens.begin(), tagged.tokenizers.source().id("<law>"));
  }
  const auto targets = translate::encode_targets(tagged.tokenizers, text_.references);
  const auto expected = translate::score_text(*tagged.model, sources, targets).loss;
  EXPECT_NEAR(loss("<law>"), expected, 1e-5);
  EXPECT_NE(loss(""), loss("<law>"));
}

TEST(ValidationOfAList, IsTheMeanOverAllTokensAndOverTheTextsScores) {
  const auto mean = mean_of({{.loss = 2, .target_tokens = 300, .scores = {{"bleu", 10}}},
                             {.loss = 4, .target_tokens = 100, .scores = {{"bleu", 30}}}});
  EXPECT_DOUBLE_EQ(mean.loss, 2.5);
  EXPECT_EQ(mean.target_tokens, 400);
  EXPECT_DOUBLE_EQ(mean.scores.at("bleu"), 20);
  EXPECT_EQ(mean.texts.size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Architectures, ValidateModel,
                         testing::ValuesIn(test::architecture_names()), test::name_of_architecture);

}  // namespace
}  // namespace regard::train
