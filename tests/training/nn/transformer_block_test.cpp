#include <torch/utils.h>

#include "nn/mask.h"
#include "nn/transformer_block.h"
#include "support/devices.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

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

// d2l 11.7 (10.7 in Chinese): 24 hidden units, 8 heads, a network of 48, lengths 3 and 2.
TEST(TransformerBlocks, KeepTheShapeOfTheBooksStates) {
  const TransformerBlockOptions options{.size = 24, .heads = 8, .ffn_size = 48};
  const std::vector<int64_t> shape{2, 100, 24};
  TransformerEncoderBlock encoder(options);
  const auto mask = length_mask(torch::tensor({3, 2}), 100).unsqueeze(1).unsqueeze(1);
  const auto memory = encoder(torch::ones(shape), mask).states;
  EXPECT_EQ(memory.sizes(), shape);
  TransformerDecoderBlock decoder(options);
  DecoderPast past;
  const auto output =
      decoder(torch::ones(shape), past, decoder->project_memory(memory),
              DecoderMasks{.self = causal_mask(100, 100, torch::kCPU), .memory = mask},
              WantedWeights::none);
  EXPECT_EQ(output.states.sizes(), shape);
}

class DecoderBlock : public testing::Test {
 protected:
  // Feeds x in pieces; the decoder keeps the keys and values of earlier ones.
  static DecoderBlockOutput feed(TransformerDecoderBlock& block, const test::TensorCase& golden,
                                 const std::vector<int64_t>& chunks, DecoderPast& past,
                                 bool want_weights) {
    const auto memory = block->project_memory(golden.input("enc_outputs"));
    const auto lengths = golden.input("enc_valid_lens");
    const auto mask = lengths.defined()
                          ? length_mask(lengths, memory.length()).unsqueeze(1).unsqueeze(1)
                          : lengths;
    std::vector<torch::Tensor> states, cross;
    DecoderBlockOutput last;
    for (const auto& piece : golden.input("X").split_with_sizes(chunks, 1)) {
      const auto causal = causal_mask(piece.size(1), past.length() + piece.size(1), piece.device());
      last = block(piece, past, memory, DecoderMasks{.self = causal, .memory = mask},
                   want_weights ? WantedWeights::all : WantedWeights::none);
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
    DecoderPast past;
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
        DecoderPast past;
        const auto output =
            feed(block, golden, golden.option<std::vector<int64_t>>("chunks"), past, want_weights);
        EXPECT_TRUE(test::tensors_near(output.states, golden.output("output"), golden.tol()));
        // The book caches the block's input; regard caches its projections.
        MultiHeadAttention attention(
            MultiHeadAttentionOptions{.query_size = past.attended.keys.size(2),
                                      .key_size = golden.output("state").size(2),
                                      .value_size = golden.output("state").size(2),
                                      .hidden_size = golden.output("state").size(2),
                                      .heads = golden.option<int64_t>("num_heads"),
                                      .bias = golden.option<bool>("bias")});
        golden.load_weights(*attention, "attention1.");
        const auto kept = attention->project(golden.output("state"), golden.output("state"));
        EXPECT_TRUE(test::tensors_near(past.attended.keys, kept.keys, golden.tol()));
        EXPECT_TRUE(test::tensors_near(past.attended.values, kept.values, golden.tol()));
      }
    }
  }
}

// Self-attention, where queries, keys and values come from the same rows, some of them padding; and
// the cross-attention of a decoder to such rows.
class BlockOn : public testing::TestWithParam<std::string> {
 protected:
  static constexpr double kTolerance = 1e-5;  // float32, with sums in a different order

  void SetUp() override {
    if (test::is_missing(GetParam())) GTEST_SKIP() << "there is no device " << GetParam();
    torch::manual_seed(1);
    encoder_ = TransformerEncoderBlock(kOptions), decoder_ = TransformerDecoderBlock(kOptions);
    source_ = torch::randn({2, 4, 4}), target_ = torch::randn({2, 3, 4});
    lengths_ = torch::tensor({4, 2});
    move_to(GetParam());
  }

  void move_to(const torch::Device& device) {
    encoder_->to(device), decoder_->to(device);
    for (auto* tensor : {&source_, &target_, &lengths_}) *tensor = tensor->to(device);
  }

  torch::Tensor mask() const { return key_mask(lengths_, source_.size(1)).unsqueeze(1); }
  torch::Tensor encode(const torch::Tensor& source) { return encoder_(source, mask()).states; }
  torch::Tensor decode(const torch::Tensor& target, const torch::Tensor& source) {
    DecoderPast past;
    const auto causal = causal_mask(target.size(1), target.size(1), target.device());
    return decoder_(target, past, decoder_->project_memory(source),
                    DecoderMasks{.self = causal, .memory = mask()})
        .states;
  }
  torch::Tensor with_other_padding() const {
    const auto is_real = length_mask(lengths_, source_.size(1)).unsqueeze(-1);
    return torch::where(is_real, source_, 100 * torch::randn_like(source_));
  }

  static constexpr TransformerBlockOptions kOptions{
      .size = 4, .heads = 2, .ffn_size = 3, .key_width = 3, .norm_epsilon = 1e-3};
  TransformerEncoderBlock encoder_{nullptr};
  TransformerDecoderBlock decoder_{nullptr};
  torch::Tensor source_, target_, lengths_;
};

TEST_P(BlockOn, HasTheGradientsOfFiniteDifferences) {
  const auto variable = [](const torch::Tensor& x) {
    return x.to(torch::kDouble, false, true).requires_grad_();
  };
  test::expect_gradients_match(*encoder_, [&](const auto& inputs) { return encode(inputs[0]); },
                               {variable(source_)});
  test::expect_gradients_match(*decoder_,
                               [&](const auto& inputs) { return decode(inputs[0], inputs[1]); },
                               {variable(target_), variable(source_)});
}

TEST_P(BlockOn, IsNotChangedByWhatStandsInPaddingToTheBit) {
  const auto other = with_other_padding();
  const auto encoded = encode(source_), encoded_other = encode(other);
  EXPECT_TRUE(encoded_other[0].equal(encoded[0]));
  EXPECT_TRUE(encoded_other[1].slice(0, 0, 2).equal(encoded[1].slice(0, 0, 2)));
  EXPECT_TRUE(decode(target_, other).equal(decode(target_, source_)));
}

TEST_P(BlockOn, TreatsEachRowAsIfItWereAlone) {
  const auto encoded = encode(source_), decoded = decode(target_, source_);
  source_ = source_.slice(0, 1).slice(1, 0, 2), target_ = target_.slice(0, 1);
  lengths_ = lengths_.slice(0, 1);
  EXPECT_TRUE(test::tensors_near(encode(source_), encoded.slice(0, 1).slice(1, 0, 2), kTolerance));
  EXPECT_TRUE(test::tensors_near(decode(target_, source_), decoded.slice(0, 1), kTolerance));
}

TEST_P(BlockOn, GivesWhatTheCpuGives) {
  const auto encoded = encode(source_), decoded = decode(target_, source_);
  move_to(torch::kCPU);
  EXPECT_TRUE(test::tensors_near(encoded, encode(source_), kTolerance));
  EXPECT_TRUE(test::tensors_near(decoded, decode(target_, source_), kTolerance));
}

INSTANTIATE_TEST_SUITE_P(Device, BlockOn, testing::ValuesIn(test::device_names()),
                         test::name_of_device);

}  // namespace
}  // namespace regard::nn
