#include "model/rnn_context.h"

#include "model/golden_rnn.h"
#include "support/golden_tensors.h"
#include "support/recurrent_states.h"

namespace regard::model {
namespace {

TEST(RnnContext, HasTheBooksLogitsAndGradients) {
  for (auto& golden : test::tensor_cases("seq2seq_context")) {
    SCOPED_TRACE(golden.name());
    const auto model = load<RnnContext>(golden);
    golden.expect_output("output", model->decode(golden.input("tgt"), encode(*model, golden)));
    golden.expect_gradients(model.get());
  }
}

TEST(RnnContext, HasTheBooksStateStepByStep) {
  for (auto& golden : test::tensor_cases("seq2seq_context")) {
    SCOPED_TRACE(golden.name());
    const auto model = load<RnnContext>(golden);
    const auto memory = encode(*model, golden);
    auto state = model->start(memory);
    for (const auto& previous : golden.input("tgt").unbind(1)) model->step(previous, memory, state);
    golden.expect_output("hidden_state", test::hidden_of(state.own.as<RnnState>().layers));
  }
}

TEST(RnnContext, TranslatesGreedilyToTheBooksTokens) {
  for (auto& golden : test::tensor_cases("seq2seq_context")) {
    SCOPED_TRACE(golden.name());
    const auto model = load<RnnContext>(golden);
    golden.expect_output("greedy_ids", greedy_ids(*model, encode(*model, golden), golden));
  }
}

// Without attention, the decoder knows the source only from its first state: the bottleneck that
// attention removes.
TEST(RnnContext, KnowsNothingOfTheSourceButOneState) {
  torch::manual_seed(1);
  RnnOptions options;
  options.embedding_size = options.hidden_size = 8;
  RnnContext model(options, 9, 9, false);
  model.eval();
  const auto target = torch::tensor({{2, 5, 6}});
  auto memory = model.encode(torch::tensor({{4, 5, 6, 3}}), torch::tensor({4}));
  const auto before = model.decode(target, memory);
  memory.states.fill_(7.0);
  EXPECT_TRUE(model.decode(target, memory).equal(before));
  auto state = model.start(memory);
  EXPECT_FALSE(model.step(target.select(1, 0), memory, state, true).attention.defined());
}

}  // namespace
}  // namespace regard::model
