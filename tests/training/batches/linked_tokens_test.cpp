#include <gtest/gtest.h>
#include <torch/utils.h>

#include "batches/batch.h"
#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

class LinkedTokens : public testing::Test {
 protected:
  LinkedTokens() {
    examples_.begin_text("test");
    for (int time = 0; time < 3; ++time) {
      add("the cat", "cat the");
      add("the dog", "dog the");
      add("my cat", "cat my");
      add("my old dog", "dog old my");
      add("a house", "house");
    }
  }

  void add(const std::string& source, const std::string& target) {
    examples_.add(tokenizers_.encode_source(source), tokenizers_.encode_target(target), 1.0, 1);
  }

  torch::Tensor of(const std::vector<size_t>& chosen) const {
    return linked_tokens(alignment::TokenLinker::learned_from(examples_, 100, tokenizers_),
                         examples_, chosen);
  }

  text::TokenizerPair tokenizers_ = test::tiny_model().tokenizers;
  Examples examples_;
};

TEST_F(LinkedTokens, AreThoseOfTheirTranslationAndTheEnd) {
  EXPECT_TRUE(of({0})[0].argmax(-1).equal(torch::tensor({1, 0, 2})));
  EXPECT_TRUE(of({3})[0].argmax(-1).equal(torch::tensor({2, 1, 0, 3})));
}

TEST_F(LinkedTokens, HaveEqualSharesAndNoneWhereNothingIsLinked) {
  const auto shares = of({3, 0, 4});
  ASSERT_EQ(shares.sizes(), (std::vector<int64_t>{3, 4, 4}));
  const auto sums = shares.sum(-1);
  EXPECT_TRUE(torch::allclose(sums[0], torch::ones(4)));
  EXPECT_TRUE(torch::allclose(sums[1], torch::tensor({1.0, 1.0, 1.0, 0.0}, torch::kFloat32)));
  EXPECT_EQ(shares[1].slice(1, 3).count_nonzero().item<int64_t>(), 0);  // padding of the source
}

}  // namespace
}  // namespace regard::corpus
