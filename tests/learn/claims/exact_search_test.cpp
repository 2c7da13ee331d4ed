#include "claims/small_models.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "config/yaml_reader.h"
#include "model/modules.h"
#include "text/tokenizer_pair.h"

namespace regard::claims {
namespace {

constexpr int64_t kVocab = 7, kLongest = 4;

/// log P of tokens, with teacher forcing.
double log_prob_of(model::Seq2SeqModel& model, const model::Memory& memory,
                   const std::vector<int64_t>& tokens) {
  std::vector<int64_t> input = {text::kBos};
  input.insert(input.end(), tokens.begin(), tokens.end() - 1);
  const auto log_probs =
      model.decode(torch::tensor(input).unsqueeze(0), memory)[0].to(torch::kDouble).log_softmax(-1);
  return log_probs.gather(1, torch::tensor(tokens).unsqueeze(1)).sum().item<double>();
}

/// The most likely of all translations of at most kLongest tokens, found by enumeration.
Optimum brute_force(model::Seq2SeqModel& model, const model::Memory& memory,
                    const std::vector<int64_t>& beginning = {}) {
  Optimum best{.log_prob = -1e9};
  for (int64_t token = 0; token < kVocab; ++token) {
    if (token == text::kPad || token == text::kBos) continue;
    auto tokens = beginning;
    tokens.push_back(token);
    Optimum found{.log_prob = -1e9};
    if (token == text::kEos) {
      found = {.tokens = tokens, .log_prob = log_prob_of(model, memory, tokens)};
    } else if (static_cast<int64_t>(tokens.size()) < kLongest) {
      found = brute_force(model, memory, tokens);
    }
    if (found.log_prob > best.log_prob) best = found;
  }
  return best;
}

class ExactSearch : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    torch::manual_seed(static_cast<uint64_t>(GetParam()));
    model_ = model::make_seq2seq_model(
        config::read_yaml("{type: rnn_attention, embedding_size: 8, hidden_size: 8, layers: 1}",
                          "model"),
        kVocab, kVocab, false);
    for (auto& parameter : model_->parameters()) {
      const torch::NoGradGuard no_grad;
      parameter.mul_(4);  // makes the model's distributions sharper
    }
    model_->eval();
  }

  std::shared_ptr<model::Seq2SeqModel> model_;
  torch::Tensor source_ = torch::tensor({4, 5, 6, 3}).unsqueeze(0), lengths_ = torch::tensor({4});
};

TEST_P(ExactSearch, FindsWhatTryingAllTranslationsFinds) {
  const torch::NoGradGuard no_grad;
  const auto expected = brute_force(*model_, model_->encode(source_, lengths_));
  const auto found = exact_search(*model_, source_, lengths_, kLongest);
  EXPECT_EQ(found.tokens, expected.tokens);
  EXPECT_NEAR(found.log_prob, expected.log_prob, 1e-5);
  EXPECT_LT(found.opened, 1 + 4 + 16 + 64);  // prefixes of up to three tokens other than eos
}

TEST_P(ExactSearch, GivesUpWithoutATranslation) {
  EXPECT_TRUE(exact_search(*model_, source_, lengths_, kLongest, 0).tokens.empty());
}

INSTANTIATE_TEST_SUITE_P(Models, ExactSearch, testing::Range(1, 9));

}  // namespace
}  // namespace regard::claims
