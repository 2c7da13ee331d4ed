#include "model/transformer.h"

#include "model/golden_transformer.h"
#include "module_search/steps.h"
#include "nn/mask.h"
#include "ops/cross_entropy.h"
#include "optimizer/optimizer.h"
#include "optimizer/step_size.h"
#include "regard/base/error.h"
#include "support/base/thrown_error.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::model {
namespace {

std::shared_ptr<Transformer> build(const test::TensorCase& golden) {
  return std::make_shared<Transformer>(golden_transformer_options(golden),
                                       golden.option<int64_t>("src_vocab"),
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
                       masks_of(target, mask_of(golden)), nn::WantedWeights::all);
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

// Three steps of Adam on the book's loss, with all gradients clipped together to norm `clip`.
TEST(Transformer, TrainsLikeTheBooks) {
  constexpr int64_t kIgnored = -100;
  for (auto& golden : test::tensor_cases("transformer_train_steps")) {
    SCOPED_TRACE(golden.name());
    const auto model = load(golden);
    train::NamedTensors weights;
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

TransformerOptions smallest() {
  TransformerOptions options;
  options.d_model = 4;
  options.heads = 2;
  options.ffn_size = 3;
  options.encoder_layers = options.decoder_layers = 1;
  return options;
}

// Covers what the golden values do not: learned positions, a normalized input, the additive score.
TEST(Transformer, HasTheGradientsOfFiniteDifferences) {
  torch::manual_seed(5);
  auto learned = smallest();
  learned.positions = Positions::learned;
  learned.max_length = 4;
  learned.norm_input = true;
  learned.tied_embeddings = TiedEmbeddings::all;
  auto additive = smallest();
  additive.attention = nn::AttentionScore::additive;
  additive.norm = nn::Norm::pre;
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
  for (const auto layout :
       {Positions::sinusoidal, Positions::half, Positions::half_t2t, Positions::learned}) {
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
    options.positions = Positions::learned;
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
  EXPECT_EQ(std::string(error.problem()),
            "a sentence has 5 tokens, but the model has learned positions for only 4");
  EXPECT_NE(error.remedy().find("data.max_length"), std::string::npos) << error.remedy();
}

TEST_F(TransformerWithLearnedPositions, SaysThatATargetIsTooLong) {
  const auto memory = encode(2);
  EXPECT_THROW(model_->decode(torch::full({1, 5}, 5, torch::kLong), memory), Error);
}

TEST_F(TransformerWithLearnedPositions, EndsASearchInsteadOfFailing) {
  const search::BeamSearchOptions options{.beam_size = 2, .min_length = 9};  // eos never occurs
  const auto found = search::beam_search(*model_, {5, 6, 3}, options);
  EXPECT_EQ(found.at(0).tokens.size(), 4U);
}

}  // namespace
}  // namespace regard::model
