#include "regard/nn/add_norm.h"

#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

TEST(AddNorm, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("add_norm")) {
    SCOPED_TRACE(golden.name());
    AddNorm add_norm(AddNormOptions{.normalized_shape =
                                        golden.option<std::vector<int64_t>>("normalized_shape")});
    golden.load_weights(*add_norm);
    golden.expect_output("output", add_norm(golden.input("X"), golden.input("Y")));
    golden.expect_gradients(add_norm.get());
  }
}

TEST(AddNorm, NormalizesAsTheBookPrints) {
  for (auto& golden : test::tensor_cases("layer_norm")) {
    SCOPED_TRACE(golden.name());
    const auto x = golden.input("X");
    AddNorm add_norm(AddNormOptions{.normalized_shape = {x.size(-1)}});
    golden.load_weights(*add_norm->ln);
    golden.expect_output("output", add_norm(x, torch::zeros_like(x)));
  }
}

TEST(AddNorm, NormalizesTheSumOrWhatTheSublayerReads) {
  const auto x = torch::randn({2, 5});
  const auto twice = [](const torch::Tensor& y) { return 2 * y; };
  const auto normalized = [](const torch::Tensor& y) { return torch::layer_norm(y, {5}); };
  AddNorm post(AddNormOptions{.normalized_shape = {5}}),
      pre(AddNormOptions{.normalized_shape = {5}, .pre_norm = true});
  EXPECT_TRUE(test::tensors_near(post->around(x, twice), normalized(3 * x), 1e-6));
  EXPECT_TRUE(test::tensors_near(pre->around(x, twice), x + 2 * normalized(x), 1e-6));
}

}  // namespace
}  // namespace regard::nn
