#include "module_search/generation.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <algorithm>

#include "config/yaml_reader.h"
#include "model/modules.h"

namespace regard::search {
namespace {

constexpr int64_t kTokens = 9;

constexpr auto kRecurrent = "{type: rnn_lm, embedding_size: 8, hidden_size: 8}";
constexpr auto kTransformer =
    "{type: transformer_lm, d_model: 8, heads: 2, ffn_size: 16, layers: 2}";

std::shared_ptr<model::LanguageModel> random_model(const char* options) {
  const auto section = config::read_yaml(options, "test.yaml");
  auto model = model::make_language_model(section, kTokens);
  const torch::NoGradGuard no_grad;
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(3);
  for (auto& weight : model->parameters()) weight.normal_(0.0, 0.7, generator);
  model->eval();
  return model;
}

// The most likely token after a text, computed from the whole text.
int64_t next(model::LanguageModel& model, const std::vector<int64_t>& text) {
  auto state = model.start(1);
  return model.logits(torch::tensor(text).unsqueeze(0), state)[0][-1].argmax().item<int64_t>();
}

class Generation : public testing::TestWithParam<const char*> {
 protected:
  std::shared_ptr<model::LanguageModel> model_ = random_model(GetParam());
  std::vector<int64_t> prefix_ = {4, 1, 7};
};

TEST_P(Generation, IsGreedyAtTemperature0) {
  const auto written =
      generate(*model_, prefix_, {.length = 12, .sampling = {.temperature = 0}, .samples = 2});
  auto text = prefix_;
  for (int64_t n = 0; n < 12; ++n) text.push_back(next(*model_, text));
  const std::vector<int64_t> expected(text.begin() + 3, text.end());
  EXPECT_EQ(written, (std::vector{expected, expected}));
}

TEST_P(Generation, DependsOnTheSeedAndNotOnHowManySamplesThereAre) {
  const auto five = generate(*model_, prefix_, {.length = 30, .samples = 5, .seed = 8});
  const auto two = generate(*model_, prefix_, {.length = 30, .samples = 2, .seed = 8});
  const auto other = generate(*model_, prefix_, {.length = 30, .samples = 2, .seed = 9});
  EXPECT_TRUE(std::equal(two.begin(), two.end(), five.begin()));
  EXPECT_NE(two, other);
  EXPECT_NE(five[0], five[1]);
}

TEST_P(Generation, EndsASampleAtTheEnd) {
  const auto free = generate(*model_, prefix_, {.length = 40, .samples = 6});
  const auto ended = generate(*model_, prefix_, {.length = 40, .samples = 6, .end = 3});
  for (size_t sample = 0; sample < free.size(); ++sample) {
    const auto end = std::find(free[sample].begin(), free[sample].end(), 3);
    EXPECT_EQ(ended[sample], std::vector<int64_t>(free[sample].begin(), end));
  }
}

TEST_P(Generation, NeverWritesWhatIsForbidden) {
  for (const auto& sample :
       generate(*model_, prefix_, {.length = 60, .samples = 3, .never = {0, 5}})) {
    EXPECT_EQ(sample.size(), 60U);
    EXPECT_EQ(std::count(sample.begin(), sample.end(), 0), 0);
    EXPECT_EQ(std::count(sample.begin(), sample.end(), 5), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Generation, testing::Values(kRecurrent, kTransformer),
                         [](const auto& info) {
                           return info.index == 0 ? "recurrent" : "transformer";
                         });

// A full window of 8 tokens keeps 4, and only these predict the next token.
TEST(GenerationByATransformer, ForgetsWhatHasLeftItsWindow) {
  const auto model = random_model(kTransformer);
  std::vector<int64_t> text = {4, 1, 7};
  const auto written =
      generate(*model, text, {.length = 20, .sampling = {.temperature = 0}, .window = 8})[0];
  size_t seen = text.size();  // tokens seen when predicting the next one
  for (const int64_t token : written) {
    EXPECT_EQ(token, next(*model, {text.end() - static_cast<ptrdiff_t>(seen), text.end()}));
    text.push_back(token);
    seen = seen == 8 ? 4 : seen + 1;
  }
}

}  // namespace
}  // namespace regard::search
