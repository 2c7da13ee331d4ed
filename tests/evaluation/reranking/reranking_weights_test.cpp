#include "reranking/reranker.h"

#include <gtest/gtest.h>

#include <utility>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::translate {
namespace {

using test::thrown_error;

class WeightsFile : public testing::Test {
 protected:
  std::string what_is_wrong_for(const RerankingWeights& own) const {
    return thrown_error([&] { load_weights(path_, own); }).problem();
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "weights.yaml";
  RerankingWeights weights_ = {
      .forward = {{"rnn", "rnn_attention", 0.1}, {"transformer", "transformer", 2.0 / 3.0}},
      .reverse = {{"back", "transformer", -0.25}},
      .words = 0.0125};
};

TEST_F(WeightsFile, RestoresTheWeights) {
  save_weights(path_, weights_);
  auto own = weights_;
  own.set_values(std::vector<double>(4, 1.0));
  EXPECT_EQ(load_weights(path_, own).values(), weights_.values());
  EXPECT_EQ(weights_.values(), (std::vector<double>{0.1, 2.0 / 3.0, -0.25, 0.0125}));
}

TEST_F(WeightsFile, IsForItsModelsInTheirOrder) {
  save_weights(path_, weights_);
  auto own = weights_;
  std::swap(own.forward[0], own.forward[1]);
  EXPECT_EQ(what_is_wrong_for(own),
            "has weights for the forward models rnn (rnn_attention), transformer (transformer), "
            "but the given models are transformer (transformer), rnn (rnn_attention)");
  own = weights_;
  own.reverse.clear();
  EXPECT_EQ(what_is_wrong_for(own),
            "has weights for the reverse models back (transformer), but the given models are none");
  own = weights_;
  own.forward[0].architecture = "transformer";
  EXPECT_NE(what_is_wrong_for(own).find("rnn (rnn_attention)"), std::string::npos);
}

TEST_F(WeightsFile, ThatIsDamagedIsRefused) {
  folder_.write("weights.yaml", "forward:\n  - model: rnn\n    weigth: 1\n");
  const auto error = thrown_error([&] { load_weights(path_, weights_); });
  EXPECT_NE(error.where().find("weights.yaml:3"), std::string::npos) << error.where();
  folder_.write("weights.yaml",
                "forward: [{model: rnn, architecture: rnn_attention, weight: .nan}, "
                "{model: transformer, architecture: transformer, weight: 1}]\n"
                "reverse: [{model: back, architecture: transformer, weight: 1}]\n");
  EXPECT_THROW(load_weights(path_, weights_), Error);
}

}  // namespace
}  // namespace regard::translate
