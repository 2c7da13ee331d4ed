#include "interop/marian_generation.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/log.h"
#include "regard/base/error.h"
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

namespace {

using nlohmann::ordered_json;
using text::VocabularyList;

/// Keys that do not affect translations, or that repeat information in the model.
const std::set<std::string> kIrrelevant = {"bos_token_id",
                                           "cache_implementation",
                                           "decoder_start_token_id",
                                           "early_stopping",
                                           "eos_token_id",
                                           "forced_eos_token_id",
                                           "num_return_sequences",
                                           "output_attentions",
                                           "output_hidden_states",
                                           "output_logits",
                                           "output_scores",
                                           "pad_token_id",
                                           "renormalize_logits",
                                           "return_dict_in_generate",
                                           "use_cache",
                                           "transformers_version"};

/// Keys that correspond to a regard option.
const std::set<std::string> kRead = {"bad_words_ids",  "length_penalty",     "max_length",
                                     "max_new_tokens", "min_length",         "no_repeat_ngram_size",
                                     "num_beams",      "repetition_penalty", "suppress_tokens"};

/// Whether the key has no effect with this value. Sampling keys have none unless `samples`.
bool has_no_effect(const std::string& key, const nlohmann::json& value, bool samples) {
  if (value.is_null() || value == false || value.empty()) return true;
  if (value == 0 && !key.ends_with("_id")) return true;
  if (key.starts_with("_") || kIrrelevant.contains(key) || kRead.contains(key)) return true;
  if (key == "num_beam_groups" || key == "encoder_repetition_penalty" || key == "guidance_scale") {
    return value == 1;
  }
  static const std::set<std::string> kOfSampling = {"temperature", "top_k",         "top_p",
                                                    "min_p",       "typical_p",     "top_h",
                                                    "eta_cutoff",  "epsilon_cutoff"};
  return !samples && kOfSampling.contains(key);
}

/// Settings that regard does not support, each as "key value".
std::vector<std::string> left_out(const JsonFile& generation) {
  std::vector<std::string> names;
  const bool samples = generation.flag("do_sample", false);
  for (const auto& [key, value] : generation.json().items()) {
    if (!has_no_effect(key, value, samples)) names.push_back(str(key, " ", value.dump()));
  }
  return names;
}

/// Collects the pieces that must never be generated.
class Suppressed {
 public:
  explicit Suppressed(const VocabularyList& target) : target_(target) {}

  /// Accepts a list of ids, or a list of lists of one id each.
  void add(const nlohmann::json& tokens) {
    for (const auto& token : tokens) {
      const auto& only = token.is_array() && token.size() == 1 ? token.front() : token;
      if (only.is_number_unsigned() && only.get<uint64_t>() < target_.pieces.size()) {
        add(only.get<int64_t>());
      } else {
        has_more_ = true;
      }
    }
  }

  std::string pieces() const { return join(pieces_, " "); }
  /// Whether an entry was not a single piece but, for example, a sequence of pieces.
  bool has_more() const { return has_more_; }

 private:
  void add(int64_t place) {
    if (place == target_.pad || place == target_.bos) return;  // never generated anyway
    pieces_.push_back(target_.pieces[static_cast<size_t>(place)]);
  }

  const VocabularyList& target_;
  std::vector<std::string> pieces_;
  bool has_more_ = false;
};

int64_t place_of(const std::string& piece, const VocabularyList& target) {
  const auto found = std::ranges::find(target.pieces, piece);
  if (found != target.pieces.end()) return found - target.pieces.begin();
  throw Error(str("names ", piece, ", which is not a subword of the target's vocabulary"),
              "search.suppress", "list the subwords with regard tokenizer info");
}

}  // namespace

void read_generation(const std::filesystem::path& directory, const JsonFile& config,
                     const VocabularyList& target, config::SearchOptions& search) {
  const auto generation = JsonFile::if_there(directory / "generation_config.json");
  const auto number = [&](const char* key, int64_t otherwise) {
    return generation.number(key, config.number(key, otherwise));
  };
  const auto real = [&](const char* key, double otherwise) {
    return generation.real(key, config.real(key, otherwise));
  };
  search.beam_size = number("num_beams", 1);
  search.length_penalty = real("length_penalty", 1.0);
  search.repetition_penalty = real("repetition_penalty", 1.0);
  search.no_repeat_ngram = number("no_repeat_ngram_size", 0);
  search.min_length = number("min_length", 0);
  // The length includes the decoder's first token.
  const auto longest = std::max<int64_t>(number("max_length", 0) - 1, 0);
  search.max_length = number("max_new_tokens", longest);
  Suppressed suppressed(target);
  for (const char* key : {"bad_words_ids", "suppress_tokens"}) {
    for (const auto* file : {&generation.json(), &config.json()}) {
      if (!file->contains(key)) continue;
      suppressed.add(file->at(key));
      break;
    }
  }
  search.suppress = suppressed.pieces();
  auto lacking = left_out(generation);
  if (suppressed.has_more()) lacking.emplace_back("bad_words_ids of several tokens");
  if (lacking.empty()) return;
  log_warning(generation.path(),
              ": ignored, because regard's search has no such option: ", join(lacking));
}

ordered_json generation_of(const config::SearchOptions& search, const VocabularyList& target,
                           int64_t start, int64_t longest) {
  auto never = ordered_json::array({ordered_json::array({target.pad})});
  if (start != target.pad) never.push_back(ordered_json::array({start}));
  std::istringstream pieces(search.suppress);
  for (std::string piece; pieces >> piece;) {
    never.push_back(ordered_json::array({place_of(piece, target)}));
  }
  const auto most = search.max_length > 0 ? std::min(search.max_length + 1, longest) : longest;
  ordered_json generation = {{"num_beams", search.beam_size},
                             {"length_penalty", search.length_penalty},
                             {"max_length", most},
                             {"bad_words_ids", never},
                             {"decoder_start_token_id", start},
                             {"pad_token_id", target.pad},
                             {"eos_token_id", target.eos},
                             {"forced_eos_token_id", target.eos}};
  if (search.min_length > 0) generation["min_length"] = search.min_length;
  if (search.repetition_penalty != 1.0) {
    generation["repetition_penalty"] = search.repetition_penalty;
  }
  if (search.no_repeat_ngram > 0) generation["no_repeat_ngram_size"] = search.no_repeat_ngram;
  return generation;
}

}  // namespace regard::interop
