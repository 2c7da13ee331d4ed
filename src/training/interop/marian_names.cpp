#include "interop/marian_names.h"

#include "regard/base/str.h"

namespace regard::interop {
namespace {

using Names = std::vector<WeightNames>;

void add_attention(Names& names, const std::string& ours, const std::string& theirs) {
  for (const auto& [mine, other] : {std::pair("W_q", "q_proj"), std::pair("W_k", "k_proj"),
                                    std::pair("W_v", "v_proj"), std::pair("W_o", "out_proj")}) {
    const bool is_output = mine == std::string("W_o");
    names.push_back({str(ours, ".", mine, ".weight"), str(theirs, ".", other, ".weight"), is_output,
                     !is_output});
    names.push_back({str(ours, ".", mine, ".bias"), str(theirs, ".", other, ".bias"), is_output});
  }
}

void add_norm(Names& names, const std::string& ours, const std::string& theirs) {
  names.push_back({ours + ".weight", theirs + ".weight", true});
  names.push_back({ours + ".bias", theirs + ".bias", true});
}

void add_feed_forward(Names& names, const std::string& ours, const std::string& theirs) {
  names.push_back({ours + ".ffn.dense1.weight", theirs + ".fc1.weight", false, true});
  names.push_back({ours + ".ffn.dense1.bias", theirs + ".fc1.bias"});
  names.push_back({ours + ".ffn.dense2.weight", theirs + ".fc2.weight", true});
  names.push_back({ours + ".ffn.dense2.bias", theirs + ".fc2.bias", true});
}

}  // namespace

Names marian_layers(int64_t encoder_layers, int64_t decoder_layers, nn::Norm norm) {
  Names names;
  for (int64_t layer = 0; layer < encoder_layers; ++layer) {
    const std::string ours = str("encoder.blks.block", layer);
    const std::string theirs = str("model.encoder.layers.", layer);
    add_attention(names, ours + ".attention", theirs + ".self_attn");
    add_norm(names, ours + ".addnorm1.ln", theirs + ".self_attn_layer_norm");
    add_feed_forward(names, ours, theirs);
    add_norm(names, ours + ".addnorm2.ln", theirs + ".final_layer_norm");
  }
  for (int64_t layer = 0; layer < decoder_layers; ++layer) {
    const std::string ours = str("decoder.blks.block", layer);
    const std::string theirs = str("model.decoder.layers.", layer);
    add_attention(names, ours + ".attention1", theirs + ".self_attn");
    add_norm(names, ours + ".addnorm1.ln", theirs + ".self_attn_layer_norm");
    add_attention(names, ours + ".attention2", theirs + ".encoder_attn");
    add_norm(names, ours + ".addnorm2.ln", theirs + ".encoder_attn_layer_norm");
    add_feed_forward(names, ours, theirs);
    add_norm(names, ours + ".addnorm3.ln", theirs + ".final_layer_norm");
  }
  if (norm == nn::Norm::pre) {
    add_norm(names, "encoder.norm", "model.encoder.layer_norm");
    add_norm(names, "decoder.norm", "model.decoder.layer_norm");
  }
  return names;
}

}  // namespace regard::interop
