#include "module_search/steps.h"

#include <gtest/gtest.h>

#include <cmath>

#include "module_search/table_steps.h"

namespace regard::search {
namespace {

// Tokens: 0 pad, 1 unk, 2 bos, 3 eos, 4 and 5 words. The next token has the same probabilities at
// every step.
torch::Tensor table() {
  const auto row = torch::tensor({0.0, 0.0, 0.0, 0.2, 0.5, 0.3}, torch::kFloat64);
  return row.log().repeat({4, 6, 1});
}

const BeamSearchOptions kOptions{.beam_size = 2, .n_best = 2};

BeamTree tree_of_three_steps() {
  const TensorSteps steps{.begin = [](auto) { return test::table_steps(table()); }, .max_steps = 3};
  return beam_tree(steps, {3}, kOptions);
}

TEST(BeamTree, HoldsWhatLivedOnAtEachStepWithItsProbability) {
  const auto tree = tree_of_three_steps();
  ASSERT_EQ(tree.steps.size(), 4u);  // the root and three steps
  ASSERT_EQ(tree.steps[0].size(), 1u);
  ASSERT_EQ(tree.steps[1].size(), 2u);
  EXPECT_EQ(tree.steps[1][0].tokens, (std::vector<int64_t>{4}));
  EXPECT_EQ(tree.steps[1][1].tokens, (std::vector<int64_t>{5}));
  EXPECT_NEAR(tree.steps[1][1].probability, 0.3, 1e-12);
}

TEST(BeamTree, LeadsFromEveryNodeToTheBeginning) {
  const auto tree = tree_of_three_steps();
  for (size_t step = 1; step < tree.steps.size(); ++step) {
    for (const auto& node : tree.steps[step]) {
      const auto& parent = tree.steps[step - 1].at(node.parent);
      EXPECT_EQ(std::vector(node.tokens.begin(), node.tokens.end() - 1), parent.tokens);
      EXPECT_FALSE(parent.finished);
    }
  }
}

TEST(BeamTree, MultipliesToTheProbabilityOfTheAnswer) {
  const auto tree = tree_of_three_steps();
  ASSERT_EQ(tree.n_best.size(), 2u);
  for (const auto& hypothesis : tree.n_best) {
    double log_prob = 0;
    const BeamNode* node = nullptr;
    for (const auto& candidate : tree.steps[hypothesis.tokens.size()]) {
      if (candidate.tokens == hypothesis.tokens && candidate.finished) node = &candidate;
    }
    for (size_t step = hypothesis.tokens.size(); step > 0; --step) {
      ASSERT_NE(node, nullptr);
      log_prob += std::log(node->probability);
      node = &tree.steps[step - 1].at(node->parent);
    }
    EXPECT_NEAR(log_prob, hypothesis.log_prob, 1e-9);
  }
}

TEST(BeamTree, IsTheSearchItself) {
  const auto tree = tree_of_three_steps();
  const auto found = test::search_steps(test::table_steps(table()), 3, kOptions);
  ASSERT_EQ(tree.n_best.size(), found.size());
  for (size_t i = 0; i < found.size(); ++i) EXPECT_EQ(tree.n_best[i].tokens, found[i].tokens);
}

}  // namespace
}  // namespace regard::search
