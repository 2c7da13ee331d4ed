#include "interop/ctranslate2_names.h"

#include "regard/base/str.h"

namespace regard::interop {
namespace {

void add_self_attention(Ctranslate2Names& names, const std::string& theirs,
                        const std::string& ours) {
  names.linear.push_back({theirs + "/linear_0", {ours + ".W_q", ours + ".W_k", ours + ".W_v"}});
  names.linear.push_back({theirs + "/linear_1", {ours + ".W_o"}});
}

void add_cross_attention(Ctranslate2Names& names, const std::string& theirs,
                         const std::string& ours) {
  names.linear.push_back({theirs + "/linear_0", {ours + ".W_q"}});
  names.linear.push_back({theirs + "/linear_1", {ours + ".W_k", ours + ".W_v"}});
  names.linear.push_back({theirs + "/linear_2", {ours + ".W_o"}});
}

void add_feed_forward(Ctranslate2Names& names, const std::string& theirs, const std::string& ours) {
  names.linear.push_back({theirs + "/ffn/linear_0", {ours + ".ffn.dense1"}});
  names.linear.push_back({theirs + "/ffn/linear_1", {ours + ".ffn.dense2"}});
}

}  // namespace

Ctranslate2Names ctranslate2_names(int64_t encoder_layers, int64_t decoder_layers, bool pre_norm) {
  Ctranslate2Names names;
  const auto add_norm = [&](const std::string& theirs, const std::string& ours) {
    names.norms.push_back({theirs + "/layer_norm", ours});
  };
  for (int64_t layer = 0; layer < encoder_layers; ++layer) {
    const std::string theirs = str("encoder/layer_", layer);
    const std::string ours = str("encoder.blks.block", layer);
    add_self_attention(names, theirs + "/self_attention", ours + ".attention");
    add_norm(theirs + "/self_attention", ours + ".addnorm1.ln");
    add_feed_forward(names, theirs, ours);
    add_norm(theirs + "/ffn", ours + ".addnorm2.ln");
  }
  for (int64_t layer = 0; layer < decoder_layers; ++layer) {
    const std::string theirs = str("decoder/layer_", layer);
    const std::string ours = str("decoder.blks.block", layer);
    add_self_attention(names, theirs + "/self_attention", ours + ".attention1");
    add_norm(theirs + "/self_attention", ours + ".addnorm1.ln");
    add_cross_attention(names, theirs + "/attention", ours + ".attention2");
    add_norm(theirs + "/attention", ours + ".addnorm2.ln");
    add_feed_forward(names, theirs, ours);
    add_norm(theirs + "/ffn", ours + ".addnorm3.ln");
  }
  if (pre_norm) {
    add_norm("encoder", "encoder.norm");
    add_norm("decoder", "decoder.norm");
  }
  return names;
}

}  // namespace regard::interop
