#include "model/modules.h"

#include <gtest/gtest.h>

#include "config/yaml_reader.h"

namespace regard::model {
namespace {

TokenFlops flops_of(const std::string& yaml) {
  constexpr int64_t kVocab = 100;
  const auto section = config::read_yaml(yaml, "model");
  const auto model = make_seq2seq_model(section, kVocab, kVocab, true);
  return token_flops(*model, model->output_layer());
}

TEST(TokenFlops, OfATransformerAreThoseOfItsProducts) {
  const auto flops = flops_of(
      "{type: transformer, d_model: 16, heads: 2, ffn_size: 32, encoder_layers: 3, "
      "decoder_layers: 2}");
  const double attention = 4 * 16 * 16, ffn = 2 * 16 * 32;
  EXPECT_EQ(flops.source, 2 * 3 * (attention + ffn));
  EXPECT_EQ(flops.target, 2 * (2 * (2 * attention + ffn) + 16 * 100));
}

TEST(TokenFlops, CountAnOutputLayerThatIsTheEmbeddingToo) {
  const std::string transformer =
      "type: transformer, d_model: 16, heads: 2, ffn_size: 32, encoder_layers: 1, decoder_layers: "
      "1";
  const auto own = flops_of("{" + transformer + "}");
  const auto tied = flops_of("{" + transformer + ", tied_embeddings: all}");
  EXPECT_EQ(own.target, tied.target);
  EXPECT_EQ(own.source, tied.source);
}

TEST(TokenFlops, OfARecurrentModelAreThoseOfItsGatesScoresAndOutput) {
  const auto flops = flops_of(
      "{type: rnn_attention, cell: gru, embedding_size: 8, hidden_size: 16, layers: 1, attention: "
      "additive}");
  EXPECT_EQ(flops.source, 2 * 3 * 16 * (8 + 16));
  const double gates = 3 * 16 * (8 + 16 + 16), attention = 2 * 16 * 16 + 16;
  EXPECT_EQ(flops.target, 2 * (gates + attention + 16 * 100));
}

}  // namespace
}  // namespace regard::model
