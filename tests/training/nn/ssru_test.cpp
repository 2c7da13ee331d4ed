#include "nn/ssru.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

constexpr double kTolerance = 1e-6;

/// The equations of the paper, one number at a time.
torch::Tensor by_hand(const SsruImpl& ssru, const torch::Tensor& x) {
  const auto weights = ssru.named_parameters();
  const auto W = weights["W.weight"], W_f = weights["W_f.weight"], b_f = weights["W_f.bias"];
  const auto size = x.size(1);
  auto h = torch::zeros_like(x);
  std::vector<double> c(static_cast<size_t>(size), 0.0);
  for (int64_t t = 0; t < x.size(0); ++t) {
    for (int64_t i = 0; i < size; ++i) {
      double n = 0, sum = b_f[i].item<double>();
      for (int64_t j = 0; j < size; ++j) {
        n += W[i][j].item<double>() * x[t][j].item<double>();
        sum += W_f[i][j].item<double>() * x[t][j].item<double>();
      }
      const double f = 1 / (1 + std::exp(-sum));
      auto& cell = c[static_cast<size_t>(i)];
      cell = f * cell + (1 - f) * n;
      h[t][i] = std::max(cell, 0.0);
    }
  }
  return h;
}

class SsruOf : public testing::Test {
 protected:
  SsruOf() {
    torch::manual_seed(4);
    ssru_ = Ssru(5);
    x_ = torch::randn({2, 6, 5});
  }

  Ssru ssru_{nullptr};
  torch::Tensor x_;
};

TEST_F(SsruOf, ThePaperHasTheseEquations) {
  const torch::NoGradGuard no_grad;
  SsruState past;
  const auto h = ssru_(x_, past);
  for (int64_t row = 0; row < 2; ++row) {
    EXPECT_TRUE(test::tensors_near(h[row], by_hand(*ssru_, x_[row]), kTolerance));
  }
  EXPECT_EQ(past.length, 6);
}

TEST_F(SsruOf, PiecesGivesTheSameAsOfTheWhole) {
  SsruState past, in_pieces;
  const auto whole = ssru_(x_, past);
  std::vector<torch::Tensor> pieces;
  for (const auto& piece : x_.split_with_sizes({1, 3, 2}, 1)) {
    pieces.push_back(ssru_(piece, in_pieces));
  }
  EXPECT_TRUE(test::tensors_near(torch::cat(pieces, 1), whole, kTolerance));
  EXPECT_TRUE(test::tensors_near(in_pieces.cell, past.cell, kTolerance));
  EXPECT_EQ(in_pieces.length, 6);
}

TEST_F(SsruOf, SentencesWithoutPaddingBeginsEachWithZeros) {
  const ops::SentenceRows rows(torch::tensor({6, 2}), 6);
  SsruState none, alone;
  const auto packed = ssru_(rows.pack(x_), none, ops::AttentionMask(rows, rows, true));
  const auto whole = ssru_(x_, alone);
  EXPECT_TRUE(test::tensors_near(packed, rows.pack(whole), kTolerance));
}

}  // namespace
}  // namespace regard::nn
