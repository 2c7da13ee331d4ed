#include "regard/model/transformer.h"

#include "regard/nn/mask.h"
#include "regard/nn/smoothed_cross_entropy.h"
#include "regard/train/adam.h"
#include "regard/train/gradient_clipping.h"
#include "support/golden_tensors.h"

namespace regard::model {
namespace {

std::shared_ptr<Transformer> build(const test::TensorCase& golden) {
  TransformerOptions options;
  options.d_model = golden.option<int64_t>("num_hiddens");
  options.heads = golden.option<int64_t>("num_heads");
  options.ffn_size = golden.option<int64_t>("ffn_num_hiddens");
  options.encoder_layers = options.decoder_layers = golden.option<int64_t>("num_layers");
  options.dropout = 0.0;
  options.norm = golden.option("prenorm", false) ? "pre" : "post";
  options.bias = golden.option("bias", false);
  return std::make_shared<Transformer>(options, golden.option<int64_t>("src_vocab"),
                                       golden.option<int64_t>("tgt_vocab"), false);
}

std::shared_ptr<Transformer> load(const test::TensorCase& golden) {
  auto model = build(golden);
  golden.load_weights(*model);
  return model;
}

// (batch, heads, query, key) of each layer -> (layer, batch * heads, query, key)
torch::Tensor maps_of(const std::vector<torch::Tensor>& layers) {
  return torch::stack(layers).flatten(1, 2);
}

torch::Tensor mask_of(const test::TensorCase& golden) {
  return nn::length_mask(golden.input("src_valid_lens"), golden.input("src").size(1))
      .unsqueeze(1)
      .unsqueeze(1);
}

TEST(TransformerEncoder, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("transformer_encoder")) {
    SCOPED_TRACE(golden.name());
    auto encoder = build(golden)->encoder;
    golden.load_weights(*encoder, "encoder.");
    const auto output = encoder(golden.input("src"), mask_of(golden), true);
    golden.expect_output("output", output.states);
    golden.expect_output("attention_weights", maps_of(output.weights));
    golden.expect_gradients(encoder.get(), "encoder.");
  }
}

TEST(Transformer, HasTheBooksLogitsAndGradients) {
  for (auto& golden : test::tensor_cases("transformer")) {
    SCOPED_TRACE(golden.name());
    const auto model = load(golden);
    const auto memory = model->encode(golden.input("src"), golden.input("src_valid_lens"));
    golden.expect_output("memory", memory.states);
    golden.expect_output("output", model->decode(golden.input("tgt"), memory));
    golden.expect_gradients(model.get());
  }
}

TEST(Transformer, HasTheBooksAttentionMaps) {
  for (auto& golden : test::tensor_cases("transformer")) {
    SCOPED_TRACE(golden.name());
    const auto model = load(golden);
    const auto encoded = model->encoder(golden.input("src"), mask_of(golden), true);
    golden.expect_output("enc_attention_weights", maps_of(encoded.weights));
    std::vector<nn::KeysValues> past(model->decoder->layers());
    const auto decoded =
        model->decoder(golden.input("tgt"), 0, past, model->decoder->project_memory(encoded.states),
                       mask_of(golden), true);
    golden.expect_output("dec_self_attention_weights", maps_of(decoded.self_weights));
    golden.expect_output("dec_cross_attention_weights", maps_of(decoded.cross_weights));
  }
}

TEST(Transformer, AttentionOfAStepIsTheLastLayersMeanOverHeads) {
  for (auto& golden : test::tensor_cases("transformer")) {
    SCOPED_TRACE(golden.name());
    const auto model = load(golden);
    const auto memory = model->encode(golden.input("src"), golden.input("src_valid_lens"));
    auto state = model->start(memory);
    std::vector<torch::Tensor> rows;
    for (const auto& previous : golden.input("tgt").unbind(1)) {
      rows.push_back(model->step(previous, memory, state, true).attention);
    }
    const auto maps =
        golden.output("dec_cross_attention_weights")[-1];  // (batch * heads, query, key)
    const auto mean =
        maps.unflatten(0, {memory.batch(), golden.option<int64_t>("num_heads")}).mean(1);
    EXPECT_TRUE(test::tensors_near(torch::stack(rows, 1), mean, golden.tol()));
  }
}

TEST(Transformer, TranslatesGreedilyToTheBooksTokens) {
  for (auto& golden : test::tensor_cases("transformer")) {
    SCOPED_TRACE(golden.name());
    const auto model = load(golden);
    const auto memory = model->encode(golden.input("src"), golden.input("src_valid_lens"));
    auto state = model->start(memory);
    auto previous = torch::full({memory.batch()}, golden.option<int64_t>("bos"), torch::kLong);
    std::vector<torch::Tensor> tokens;
    for (int64_t step = 0; step < golden.option<int64_t>("greedy_steps"); ++step) {
      previous = model->step(previous, memory, state).logits.argmax(-1);
      tokens.push_back(previous);
    }
    golden.expect_output("greedy_ids", torch::stack(tokens, 1));
  }
}

// Three steps of Adam on the book's loss, all gradients together clipped to norm `clip`.
TEST(Transformer, TrainsLikeTheBooks) {
  constexpr int64_t kIgnored = -100;
  for (auto& golden : test::tensor_cases("transformer_train_steps")) {
    SCOPED_TRACE(golden.name());
    const auto model = load(golden);
    train::Adam::NamedTensors weights;
    for (const auto& weight : model->named_parameters()) {
      weights.emplace_back(weight.key(), weight.value());
    }
    train::Adam adam(weights, {.beta2 = 0.999, .epsilon = golden.option<double>("eps")});
    const auto target = golden.input("tgt");
    const int64_t steps = target.size(1);
    const auto bos = torch::full({target.size(0), 1}, golden.option<int64_t>("bos"), torch::kLong);
    const auto target_input = torch::cat({bos, target.narrow(1, 0, steps - 1)}, 1);
    const auto padding = nn::length_mask(golden.input("tgt_valid_lens"), steps).logical_not();
    const auto labels = target.masked_fill(padding, kIgnored);
    std::vector<torch::Tensor> losses, norms;
    for (int64_t i = 0; i < golden.output("losses").size(0); ++i) {
      adam.zero_grad();
      const auto memory = model->encode(golden.input("src"), golden.input("src_valid_lens"));
      const auto logits = model->decode(target_input, memory);
      const auto loss = nn::smoothed_cross_entropy(logits, labels, 0.0, kIgnored).loss_sum / steps;
      loss.backward();
      std::vector<torch::Tensor> gradients;
      for (const auto& [name, weight] : weights) gradients.push_back(weight.grad());
      norms.push_back(torch::tensor(train::clip_gradients(gradients, golden.option<double>("clip")),
                                    torch::kDouble));
      adam.step(golden.option<double>("lr"));
      losses.push_back(loss.detach());
    }
    golden.expect_output("losses", torch::stack(losses));
    golden.expect_output("grad_norms", torch::stack(norms));
    for (const auto& [name, weight] : weights) {
      if (golden.has("outputs.after3." + name)) golden.expect_output("after3." + name, weight);
    }
  }
}

}  // namespace
}  // namespace regard::model
