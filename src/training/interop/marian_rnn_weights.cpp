#include "interop/marian_rnn_weights.h"

#include <map>
#include <string>

#include "interop/transformer_weights.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

class MarianRnnWeights {
 public:
  MarianRnnWeights(ForeignTensors& archive, const torch::nn::Module& model,
                   const model::ConditionalGruOptions& options)
      : archive_(archive), weights_(named_weights(model)), options_(options) {}

  void set() {
    set_encoder("encoder.from_left", "encoder_bi");
    set_encoder("encoder.from_right", "encoder_bi_r");
    for (int64_t cell = 0; cell < options_.decoder_cells; ++cell) {
      set_cell(str("decoder.cells.", cell), str("decoder_cell", cell + 1));
    }
    for (int64_t layer = 1; layer < options_.decoder_layers; ++layer) {
      for (int64_t cell = 0; cell < options_.upper_cells; ++cell) {
        set_cell(str("decoder.upper.", layer - 1, '.', cell),
                 str("decoder_l", layer + 1, "_cell", cell + 1));
      }
    }
    set_attention();
    set_matrix("decoder.first.weight", "decoder_ff_state_W");
    set_vector("decoder.first.bias", "decoder_ff_state_b");
    set_gain("decoder.first.gain", "decoder_ff_state_gamma");
    set_readout();
  }

 private:
  void set_encoder(const std::string& ours, const std::string& theirs) {
    for (int64_t layer = 0; layer < options_.encoder_layers; ++layer) {
      for (int64_t cell = 0; cell < options_.encoder_cells; ++cell) {
        auto name = theirs;
        if (layer > 0) name += str("_l", layer + 1);
        if (layer > 0 || cell > 0) name += str("_cell", cell + 1);
        set_cell(str(ours, '.', layer, '.', cell), name);
      }
    }
  }

  void set_cell(const std::string& ours, const std::string& theirs) {
    set_gates(ours + ".U.weight", theirs + "_U");
    set_gain(ours + ".U.gain", theirs + "_gamma2");
    if (weights_.contains(ours + ".W.weight")) {
      set_gates(ours + ".W.weight", theirs + "_W");
      set_gain(ours + ".W.gain", theirs + "_gamma1");
    }
    for (const char* name : {".W.bias", ".U.bias", ".bias"}) {
      if (!weights_.contains(ours + name)) continue;
      const auto size = options_.hidden_size;
      weights_.at(ours + name)
          .copy_(torch::cat({archive_.take(theirs + "_b", {1, 2 * size})[0],
                             archive_.take(theirs + "_bx", {1, size})[0]}));
    }
  }
  /// The archive stores reset and update gates in one array and the candidate in another.
  void set_gates(const std::string& ours, const std::string& theirs) {
    auto& weight = weights_.at(ours);
    const auto size = options_.hidden_size;
    weight.copy_(torch::cat({archive_.take(theirs, {weight.size(1), 2 * size}),
                             archive_.take(theirs + "x", {weight.size(1), size})},
                            1)
                     .t());
  }

  void set_attention() {
    set_matrix("decoder.W_q.weight", "decoder_W_comb_att");
    set_gain("decoder.W_q.gain", "decoder_att_gamma2");
    set_matrix("decoder.W_k.weight", "decoder_Wc_att");
    set_vector("decoder.W_k.bias", "decoder_b_att");
    set_gain("decoder.W_k.gain", "decoder_att_gamma1");
    set_matrix("decoder.w_v.weight", "decoder_U_att");
  }

  /// Sets the readout of previous token, state and context. Marian gives each its own bias.
  void set_readout() {
    const std::string theirs = "decoder_ff_logit_l1_";
    auto bias = torch::zeros({options_.embedding_size});
    int64_t number = 0;
    for (const char* ours : {"decoder.W_y", "decoder.W_s", "decoder.W_c"}) {
      set_matrix(str(ours, ".weight"), str(theirs, 'W', number));
      set_gain(str(ours, ".gain"), str(theirs, "gamma", number));
      bias += archive_.take(str(theirs, 'b', number), {1, options_.embedding_size})[0];
      ++number;
    }
    weights_.at("decoder.W_y.bias").copy_(bias);
  }

  void set_matrix(const std::string& ours, const std::string& theirs) {
    auto& weight = weights_.at(ours);
    weight.copy_(archive_.take(theirs, {weight.size(1), weight.size(0)}).t());
  }
  void set_vector(const std::string& ours, const std::string& theirs) {
    auto& weight = weights_.at(ours);
    weight.copy_(archive_.take(theirs, {1, weight.size(0)})[0]);
  }
  void set_gain(const std::string& ours, const std::string& theirs) {
    if (options_.layer_norm) set_vector(ours, theirs);
  }

  ForeignTensors& archive_;
  std::map<std::string, torch::Tensor> weights_;
  const model::ConditionalGruOptions& options_;
};

}  // namespace

void set_marian_rnn(ForeignTensors& archive, const torch::nn::Module& model,
                    const model::ConditionalGruOptions& options) {
  MarianRnnWeights(archive, model, options).set();
}

}  // namespace regard::interop
