#include "trainer/trainer_step.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

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

// Else a training with validation would not be the one without.
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

INSTANTIATE_TEST_SUITE_P(Architectures, ValidateModel,
                         testing::ValuesIn(test::architecture_names()), test::name_of_architecture);

}  // namespace
}  // namespace regard::train
