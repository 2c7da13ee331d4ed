// The preset bias_free of the Transformer.
#include "model/golden_transformer.h"
#include "model/transformer.h"
#include "regard/base/str.h"
#include "support/golden_tensors.h"

namespace regard::model {
namespace {

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
// original implementation hides a token's own key, which no step-by-step decoder can do. So
// gradients of the whole model, which include padding, are not compared; those of its parts are, in
// tests/training/nn.
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
    const auto decoded =
        model->decoder(target, past, model->decoder->project_memory(encoded.states),
                       masks_of(target, mask), nn::WantedWeights::all);
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
    expect("log_probs", logits.log_softmax(-1));  // the original's "generator"
  }
}

// The original normalizes after dropout. Normalized rows have mean 0 and variance 1; rows with
// later dropout do not.
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

}  // namespace
}  // namespace regard::model
