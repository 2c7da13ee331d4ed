#include "lessons/state_gradients.h"

#include <gtest/gtest.h>

namespace regard::nn {
namespace {

TEST(LayerCost, IsThatOfTheBooksFigure) {  // five tokens, kernel of three
  EXPECT_EQ(convolution_cost(5, 8, 3).longest_path, 2);
  EXPECT_EQ(recurrent_cost(5, 8).longest_path, 5);
  EXPECT_EQ(self_attention_cost(5, 8).longest_path, 1);
}

// A unit of layer l reads `kernel` neighbors of the layer below. Counts layers until one unit has
// read all tokens.
TEST(LayerCost, ConvolutionsReachAsFarAsStackedWindowsDo) {
  for (int64_t tokens = 2; tokens < 40; ++tokens) {
    for (int64_t kernel = 2; kernel < 8; ++kernel) {
      int64_t layers = 0, seen = 1;
      while (seen < tokens) {
        ++layers;
        seen += kernel - 1;
      }
      EXPECT_EQ(convolution_cost(tokens, 1, kernel).longest_path, layers);
    }
  }
}

TEST(LayerCost, CountsTheMultiplicationsOfPlainLoops) {
  const int64_t tokens = 5, size = 3, kernel = 3;
  int64_t convolution = 0, recurrent = 0, attention = 0;
  for (int64_t token = 0; token < tokens; ++token) {
    for (int64_t out = 0; out < size; ++out) {
      for (int64_t in = 0; in < size; ++in) {
        ++recurrent;
        for (int64_t offset = 0; offset < kernel; ++offset) ++convolution;
      }
    }
    for (int64_t other = 0; other < tokens; ++other) {
      for (int64_t i = 0; i < size; ++i) attention += 2;  // the score, then the sum
    }
  }
  EXPECT_EQ(convolution_cost(tokens, size, kernel).multiplications, convolution);
  EXPECT_EQ(recurrent_cost(tokens, size).multiplications, recurrent);
  EXPECT_EQ(self_attention_cost(tokens, size).multiplications, attention);
}

TEST(LayerCost, WaitsForEachTokenInARecurrentLayerOnly) {
  EXPECT_EQ(recurrent_cost(9, 4).sequential_operations, 9);
  EXPECT_EQ(convolution_cost(9, 4, 3).sequential_operations, 1);
  EXPECT_EQ(self_attention_cost(9, 4).sequential_operations, 1);
}

}  // namespace
}  // namespace regard::nn
