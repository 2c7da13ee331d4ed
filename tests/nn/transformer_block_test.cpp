#include "regard/nn/mask.h"
#include "regard/nn/transformer_decoder_block.h"
#include "regard/nn/transformer_encoder_block.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

TransformerBlockOptions options_of(const test::TensorCase& golden) {
  return {.size = golden.option<int64_t>("num_hiddens"),
          .heads = golden.option<int64_t>("num_heads"),
          .ffn_size = golden.option<int64_t>("ffn_num_hiddens"),
          .pre_norm = golden.option<bool>("prenorm"),
          .bias = golden.option<bool>("bias")};
}

TEST(TransformerEncoderBlock, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("encoder_block")) {
    SCOPED_TRACE(golden.name());
    TransformerEncoderBlock block(options_of(golden));
    golden.load_weights(*block);
    const auto x = golden.input("X"), lengths = golden.input("valid_lens");
    torch::Tensor mask;
    if (lengths.defined()) mask = length_mask(lengths, x.size(1)).unsqueeze(1);
    if (lengths.defined() && lengths.dim() == 1) mask = mask.unsqueeze(1);
    const auto output = block(x, mask, true);
    golden.expect_output("output", output.states);
    golden.expect_output("attention_weights", output.weights.flatten(0, 1));
    golden.expect_gradients(block.get());
    EXPECT_TRUE(test::tensors_near(block(x, mask).states, golden.output("output"), golden.tol()))
        << "fused";
  }
}

class DecoderBlock : public testing::Test {
 protected:
  // Feeds x in pieces; the decoder keeps the keys and values of those before.
  static DecoderBlockOutput feed(TransformerDecoderBlock& block, const test::TensorCase& golden,
                                 const std::vector<int64_t>& chunks, KeysValues& past,
                                 bool want_weights) {
    const auto memory = block->project_memory(golden.input("enc_outputs"));
    const auto lengths = golden.input("enc_valid_lens");
    const auto mask = lengths.defined()
                          ? length_mask(lengths, memory.keys.size(2)).unsqueeze(1).unsqueeze(1)
                          : lengths;
    std::vector<torch::Tensor> states, cross;
    DecoderBlockOutput last;
    for (const auto& piece : golden.input("X").split_with_sizes(chunks, 1)) {
      last = block(piece, past, memory, mask, want_weights);
      states.push_back(last.states);
      if (want_weights) cross.push_back(last.cross_weights);
    }
    return {torch::cat(states, 1), last.self_weights,
            want_weights ? torch::cat(cross, 2) : torch::Tensor()};
  }
};

TEST_F(DecoderBlock, MatchesTheBookWithTeacherForcing) {
  for (auto& golden : test::tensor_cases("decoder_block")) {
    SCOPED_TRACE(golden.name());
    TransformerDecoderBlock block(options_of(golden));
    golden.load_weights(*block);
    KeysValues past;
    const auto output = feed(block, golden, {golden.input("X").size(1)}, past, true);
    golden.expect_output("output", output.states);
    golden.expect_output("self_attention_weights", output.self_weights.flatten(0, 1));
    golden.expect_output("cross_attention_weights", output.cross_weights.flatten(0, 1));
    golden.expect_gradients(block.get());
  }
}

TEST_F(DecoderBlock, GivesTheSameInPiecesAndIsCausalInTrainingAndOutOfIt) {
  for (auto& golden : test::tensor_cases("decoder_block")) {
    for (const bool training : {true, false}) {
      for (const bool want_weights : {true, false}) {
        SCOPED_TRACE(golden.name());
        TransformerDecoderBlock block(options_of(golden));
        golden.load_weights(*block);
        block->train(training);
        KeysValues past;
        const auto output =
            feed(block, golden, golden.option<std::vector<int64_t>>("chunks"), past, want_weights);
        EXPECT_TRUE(test::tensors_near(output.states, golden.output("output"), golden.tol()));
        // The book keeps what goes into the block, this one what its projections make of it.
        MultiHeadAttention attention(
            MultiHeadAttentionOptions{.query_size = past.keys.size(1) * past.keys.size(3),
                                      .key_size = golden.output("state").size(2),
                                      .value_size = golden.output("state").size(2),
                                      .hidden_size = golden.output("state").size(2),
                                      .heads = past.keys.size(1),
                                      .bias = golden.option<bool>("bias")});
        golden.load_weights(*attention, "attention1.");
        const auto kept = attention->project(golden.output("state"), golden.output("state"));
        EXPECT_TRUE(test::tensors_near(past.keys, kept.keys, golden.tol()));
        EXPECT_TRUE(test::tensors_near(past.values, kept.values, golden.tol()));
      }
    }
  }
}

}  // namespace
}  // namespace regard::nn
