#include "regard/model/transformer.h"

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/nn/mask.h"
#include "regard/ops/cross_entropy.h"
#include "regard/search/beam_search.h"
#include "regard/train/adam.h"
#include "regard/train/gradient_clipping.h"
#include "support/base/thrown_error.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

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
  return nn::key_mask(golden.input("src_valid_lens"), golden.input("src").size(1)).unsqueeze(1);
}

nn::DecoderMasks masks_of(const torch::Tensor& target, const torch::Tensor& memory_mask) {
  return {.self = nn::causal_mask(target.size(1), target.size(1), target.device()),
          .memory = memory_mask};
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
    const auto target = golden.input("tgt");
    auto past = model->decoder->no_past();
    const auto decoded =
        model->decoder(target, past, model->decoder->project_memory(encoded.states),
                       masks_of(target, mask_of(golden)), true);
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
      const auto loss = ops::smoothed_cross_entropy(logits, labels, 0.0, kIgnored).loss_sum / steps;
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

// The preset bias_free, with the golden sizes and weights.
std::shared_ptr<Transformer> load_bias_free(test::TensorCase& golden) {
  auto options = TransformerOptions::of_preset("bias_free");
  const auto layers = golden.option<int64_t>("n_layers");
  options.d_model = golden.option<int64_t>("d_model");
  options.heads = golden.option<int64_t>("n_head");
  options.d_k = options.d_v = options.d_model / options.heads;
  options.ffn_size = options.d_model * golden.option<int64_t>("hidden_scaler");
  options.encoder_layers = options.decoder_layers = layers;
  options.scale_embeddings = golden.option<bool>("scale_embedding");
  auto model = std::make_shared<Transformer>(options, golden.option<int64_t>("src_vocab"),
                                             golden.option<int64_t>("tgt_vocab"), false);
  model->eval();

  for (const char* stack : {"encoder", "decoder"}) {
    const bool is_encoder = stack == std::string("encoder");
    for (int64_t layer = 0; layer < layers; ++layer) {
      const auto theirs = [&](const char* part) {
        return str(stack, ".layer_stack.", layer, ".", part);
      };
      const auto ours = [&](const char* part) {
        return str(stack, ".blks.block", layer, ".", part);
      };
      golden.rename_weights(theirs("slf_attn.layer_norm"), ours("addnorm1.ln"));
      golden.rename_weights(theirs("self_attn.layer_norm"), ours("addnorm1.ln"));
      golden.rename_weights(theirs("cross_attn.layer_norm"), ours("addnorm2.ln"));
      golden.rename_weights(theirs("pos_ffn.layer_norm"),
                            ours(is_encoder ? "addnorm2.ln" : "addnorm3.ln"));
      for (const auto& [their_name, our_name] :
           {std::pair{"w_qs", "W_q"}, {"w_ks", "W_k"}, {"w_vs", "W_v"}, {"fc", "W_o"}}) {
        const auto part = [](const char* attention, const char* name) {
          return str(attention, ".", name);
        };
        const auto rename = [&](const char* their_attention, const char* our_attention) {
          golden.rename_weights(theirs(part(their_attention, their_name).c_str()),
                                ours(part(our_attention, our_name).c_str()));
        };
        rename("slf_attn", "attention");
        rename("self_attn", "attention1");
        rename("cross_attn", "attention2");
      }
      golden.rename_weights(theirs("pos_ffn.w_1"), ours("ffn.dense1"));
      golden.rename_weights(theirs("pos_ffn.w_2"), ours("ffn.dense2"));
    }
    golden.rename_weights(str(stack, ".layer_norm"), str(stack, ".norm_input"));
  }
  golden.rename_weights("src_embed_pos.0", "encoder");
  golden.rename_weights("tgt_embed_pos.0", "decoder");
  golden.rename_weights("generator.proj", "decoder.dense");
  golden.load_weights(*model);
  return model;
}

// (layer, batch, heads, target, key) or (batch, target, size), 0 at the target's padding. There the
// source hides a token's own key, which no decoder that goes step by step can; so its gradients,
// which sum over padding too, are not compared. Those of its parts are, in tests/nn.
torch::Tensor without_padding(const torch::Tensor& x, const torch::Tensor& is_real) {
  if (x.dim() == 3) return x * is_real.unsqueeze(-1);
  return x * is_real.unsqueeze(1).unsqueeze(-1);
}

TEST(Transformer, WithThePresetBiasFreeMatchesItsSource) {
  for (auto& golden : test::tensor_cases("biasfree_transformer")) {
    SCOPED_TRACE(golden.name());
    const auto model = load_bias_free(golden);
    const auto mask = golden.input("src_mask").to(torch::kBool).unsqueeze(1);
    const auto encoded = model->encoder(golden.input("src"), mask, true);
    golden.expect_output("encoder_output", encoded.states);
    golden.expect_output("enc_attention_weights", torch::stack(encoded.weights));

    auto past = model->decoder->no_past();
    const auto target = golden.input("tgt");
    const auto decoded = model->decoder(
        target, past, model->decoder->project_memory(encoded.states), masks_of(target, mask), true);
    const auto is_real = target != golden.option<int64_t>("pad");
    const auto expect = [&](const char* name, const torch::Tensor& actual) {
      EXPECT_TRUE(test::tensors_near(without_padding(actual, is_real),
                                     without_padding(golden.output(name), is_real), golden.tol()))
          << name;
    };
    const auto logits = model->project(decoded.states);
    expect("decoder_output", decoded.states);
    expect("dec_self_attention_weights", torch::stack(decoded.self_weights));
    expect("dec_cross_attention_weights", torch::stack(decoded.cross_weights));
    expect("logits", logits);
    expect("log_probs", logits.log_softmax(-1));  // the source's generator
  }
}

// Its source normalizes what dropout has left. What is normalized has a mean of 0 and a variance of
// 1; what is dropped afterwards has not.
TEST(TransformerInput, IsNormalizedAfterDropout) {
  torch::manual_seed(6);
  auto options = TransformerOptions::of_preset("bias_free");
  options.d_model = 64;
  options.dropout = 0.5;
  torch::nn::Module stack;
  TransformerInput input(stack, options, 9);
  const auto ids = torch::randint(9, {2, 5});
  const auto states = input.forward(ids, {}, 0, /*training=*/true);
  EXPECT_TRUE(test::tensors_near(states.mean(-1), torch::zeros({2, 5}), 1e-5));
  EXPECT_TRUE(test::tensors_near(states.var(-1, false), torch::ones({2, 5}), 1e-3));
  EXPECT_FALSE(states.allclose(input.forward(ids, {}, 0, false), 0.1, 0.1))
      << "nothing was dropped";
}

TransformerOptions smallest() {
  TransformerOptions options;
  options.d_model = 4;
  options.heads = 2;
  options.ffn_size = 3;
  options.encoder_layers = options.decoder_layers = 1;
  return options;
}

// What the golden values do not reach: learned positions, a normalized input, the additive score.
TEST(Transformer, HasTheGradientsOfFiniteDifferences) {
  torch::manual_seed(5);
  auto learned = smallest();
  learned.positions = "learned";
  learned.max_length = 4;
  learned.norm_input = true;
  learned.tied_embeddings = "all";
  auto additive = smallest();
  additive.attention = "additive";
  additive.norm = "pre";
  additive.d_k = 3, additive.d_v = 1;
  const auto source = torch::randint(4, 6, {2, 3}), target = torch::randint(4, 6, {2, 3}),
             lengths = torch::tensor({3, 2});
  for (const auto& options : {learned, additive}) {
    Transformer model(options, 6, 6, true);
    model.eval();
    test::expect_gradients_match(
        model, [&](const auto&) { return model.decode(target, model.encode(source, lengths)); },
        {});
  }
}

TEST(Transformer, HasPositionsOfTheLayoutThatIsAskedFor) {
  std::vector<torch::Tensor> states;
  for (const char* layout : {"sinusoidal", "half", "half_t2t", "learned"}) {
    torch::manual_seed(5);
    auto options = smallest();
    options.positions = layout;
    Transformer model(options, 6, 6, true);
    model.eval();
    states.push_back(model.encode(torch::tensor({{4, 5, 4}}), torch::tensor({3})).states);
    for (size_t i = 0; i + 1 < states.size(); ++i) EXPECT_FALSE(states[i].allclose(states.back()));
  }
}

class TransformerWithLearnedPositions : public testing::Test {
 protected:
  void SetUp() override {
    torch::manual_seed(6);
    auto options = smallest();
    options.positions = "learned";
    options.max_length = 4;
    model_ = std::make_shared<Transformer>(options, 8, 8, true);
    model_->eval();
  }

  Memory encode(int64_t length) {
    return model_->encode(torch::full({1, length}, 5, torch::kLong), torch::tensor({length}));
  }

  std::shared_ptr<Transformer> model_;
};

TEST_F(TransformerWithLearnedPositions, SaysThatASentenceIsTooLongAndWhatToDo) {
  EXPECT_EQ(encode(4).source(), 4);
  const auto error = test::thrown_error([&] { encode(5); });
  EXPECT_EQ(error.where(), "model.max_length");
  EXPECT_EQ(std::string(error.what()),
            "a sentence has 5 tokens, but the model has learned positions for 4 only");
  EXPECT_NE(error.remedy().find("data.max_length"), std::string::npos) << error.remedy();
}

TEST_F(TransformerWithLearnedPositions, SaysThatATargetIsTooLong) {
  const auto memory = encode(2);
  EXPECT_THROW(model_->decode(torch::full({1, 5}, 5, torch::kLong), memory), Error);
}

TEST_F(TransformerWithLearnedPositions, EndsASearchInsteadOfFailing) {
  const search::BeamSearchOptions options{.beam_size = 2, .min_length = 9};  // eos never
  const auto found =
      search::beam_search(*model_, torch::tensor({{5, 6, 3}}), torch::tensor({3}), options);
  EXPECT_EQ(found.at(0).at(0).tokens.size(), 4U);
}

}  // namespace
}  // namespace regard::model
