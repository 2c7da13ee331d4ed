#include "interop/marian_npz_names.h"

#include "regard/base/str.h"

namespace regard::interop {
namespace {

class MarianNpzNames {
 public:
  void add_attention(const std::string& ours, const std::string& norm, const std::string& theirs) {
    for (const char* part : {"q", "k", "v", "o"}) {
      names_.push_back({str(ours, ".W_", part, ".weight"), str(theirs, "_W", part)});
      names_.push_back({str(ours, ".W_", part, ".bias"), str(theirs, "_b", part)});
    }
    add_norm(norm, theirs + "_Wo");
  }
  void add_ssru(const std::string& ours, const std::string& norm, const std::string& theirs) {
    names_.push_back({ours + ".W.weight", theirs + "_W"});
    names_.push_back({ours + ".W_f.weight", theirs + "_Wf"});
    names_.push_back({ours + ".W_f.bias", theirs + "_bf"});
    add_norm(norm, theirs + "_ffn");
  }
  void add_feed_forward(const std::string& ours, const std::string& norm,
                        const std::string& theirs) {
    for (const char* part : {"1", "2"}) {
      names_.push_back({str(ours, ".dense", part, ".weight"), str(theirs, "_W", part)});
      names_.push_back({str(ours, ".dense", part, ".bias"), str(theirs, "_b", part)});
    }
    add_norm(norm, theirs + "_ffn");
  }
  void add_norm(const std::string& ours, const std::string& theirs,
                const std::string& suffix = {}) {
    names_.push_back({ours + ".weight", str(theirs, "_ln_scale", suffix)});
    names_.push_back({ours + ".bias", str(theirs, "_ln_bias", suffix)});
  }
  std::vector<MarianNpzName> all() const { return names_; }

 private:
  std::vector<MarianNpzName> names_;
};

}  // namespace

std::vector<MarianNpzName> marian_npz_layers(const MarianNpzOptions& options) {
  const auto& model = options.model;
  MarianNpzNames names;
  for (int64_t layer = 0; layer < model.encoder_layers; ++layer) {
    const auto ours = str("encoder.blks.block", layer);
    const auto theirs = str("encoder_l", layer + 1);
    names.add_attention(ours + ".attention", ours + ".addnorm1.ln", theirs + "_self");
    names.add_feed_forward(ours + ".ffn", ours + ".addnorm2.ln", theirs + "_ffn");
  }
  for (size_t layer = 0; layer < options.decoder_layers.size(); ++layer) {
    const auto ours = str("decoder.blks.block", layer);
    const auto theirs = str("decoder_l", options.decoder_layers[layer]);
    if (model.autoregression == nn::Autoregression::ssru) {
      names.add_ssru(ours + ".ssru", ours + ".addnorm1.ln", theirs + "_rnn");
    } else {
      names.add_attention(ours + ".attention1", ours + ".addnorm1.ln", theirs + "_self");
    }
    names.add_attention(ours + ".attention2", ours + ".addnorm2.ln", theirs + "_context");
    names.add_feed_forward(ours + ".ffn", ours + ".addnorm3.ln", theirs + "_ffn");
  }
  for (const char* stack : {"encoder", "decoder"}) {
    if (model.norm_input) names.add_norm(str(stack, ".norm_input"), str(stack, "_emb"), "_pre");
  }
  return names.all();
}

}  // namespace regard::interop
