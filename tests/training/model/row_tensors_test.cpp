#include "model/seq2seq_model.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "model/rnn_encoder.h"

namespace regard::model {
namespace {

// Two layers of an LSTM, three rows.
RnnState random_state() {
  RnnState state;
  for (int layer = 0; layer < 2; ++layer)
    state.layers.push_back({torch::randn({3, 4}), torch::randn({3, 4})});
  return state;
}

TEST(RowTensors, SelectRowsOfEveryTensorUnderItsName) {
  const auto state = random_state();
  const auto selected = RowTensors(state).select(torch::tensor({2, 0, 2})).as<RnnState>();
  EXPECT_TRUE(selected.layers[1].hidden[0].equal(state.layers[1].hidden[2]));
  EXPECT_TRUE(selected.layers[0].cell[1].equal(state.layers[0].cell[0]));
  EXPECT_EQ(selected.layers[0].cell.size(0), 3);
}

TEST(RowTensors, AreKeptAndReadBackAsAList) {
  const RowTensors own(random_state());
  const auto tensors = own.tensors();
  ASSERT_EQ(tensors.size(), 4U);
  const auto again = RowTensors(random_state()).with(tensors);
  for (size_t i = 0; i < tensors.size(); ++i)
    EXPECT_TRUE(again.tensors()[i].equal(tensors[i])) << i;
  EXPECT_THROW(own.with({tensors[0]}), c10::Error);
}

TEST(RowTensors, OfAnArchitectureThatKeepsNothingAreEmpty) {
  const RowTensors none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.select(torch::tensor({0})).tensors().empty());
}

TEST(RowTensors, AreWhatWasPutIn) {
  struct Other {
    Other map(const RowTensors::TensorFunction&) const { return {}; }
  };
  EXPECT_THROW(RowTensors(random_state()).as<Other>(), c10::Error);
}

}  // namespace
}  // namespace regard::model
