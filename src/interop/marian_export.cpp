#include <filesystem>

#include "interop/json_file.h"
#include "interop/marian_names.h"
#include "interop/transformer_weights.h"
#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/folder.h"
#include "regard/base/str.h"
#include "regard/interop/marian.h"
#include "regard/interop/tensor_file.h"
#include "regard/store/model_file.h"
#include "regard/text/special_tokens.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using text::VocabularyList;
using Tensors = std::map<std::string, torch::Tensor>;

constexpr int64_t kLongestText = 512;  // longest text of a MarianMT model
constexpr int64_t kLongestOutput = 512;

void check_marian_has(const model::TransformerOptions& options) {
  auto lacking = beyond_the_paper(options);
  const auto require = [&](bool holds, const std::string& otherwise) {
    if (!holds) lacking.push_back(otherwise);
  };
  require(options.norm == nn::Norm::post, str("model.norm is ", name_of(options.norm)));
  require(options.norm_epsilon == kNormEpsilon,
          str("model.norm_epsilon is ", options.norm_epsilon, " instead of ", kNormEpsilon));
  require(options.positions == model::Positions::half ||
              options.positions == model::Positions::sinusoidal,
          str("model.positions is ", name_of(options.positions)));
  refuse("MarianMT", lacking);
}

/// With a pad, because Marian's decoder starts with it.
VocabularyList with_pad(VocabularyList list) {
  if (list.pad == VocabularyList::kNone) {
    list.pad = static_cast<int64_t>(list.pieces.size());
    list.pieces.emplace_back("<pad>");
  }
  return list;
}

class MarianWriter {
 public:
  MarianWriter(const ForeignModel& model, const model::TransformerOptions& options,
               torch::ScalarType type)
      : options_(options),
        type_(type),
        source_(with_pad(list_of(model.tokenizers.source()))),
        target_(with_pad(list_of(model.tokenizers.target()))),
        weights_(named_weights(*model.model)) {}

  Tensors tensors() const {
    Tensors tensors;
    for (const auto& names : marian_layers(options_.encoder_layers, options_.decoder_layers)) {
      tensors.emplace(names.theirs, layer_weight(names));
    }
    add_vocabulary_weights(tensors);
    for (auto& [name, tensor] : tensors) tensor = tensor.to(type_).contiguous();
    return tensors;
  }

  bool separate() const { return source_ != target_; }
  const VocabularyList& source() const { return source_; }
  const VocabularyList& target() const { return target_; }

 private:
  torch::Tensor layer_weight(const WeightNames& names) const {
    const auto found = weights_.find(names.ours);
    if (found == weights_.end()) {  // no model.bias: a bias of zeros
      return torch::zeros({options_.d_model});
    }
    auto weight = found->second;
    if (names.states_in_rows) weight = weight.index_select(0, order_of_states());
    if (names.states_in_columns) weight = weight.index_select(1, order_of_states());
    return weight;
  }

  /// All sines before all cosines: reorders the numbers of a state where they alternate.
  torch::Tensor order_of_states() const {
    const auto all = torch::arange(options_.d_model);
    if (options_.positions == model::Positions::half) return all;
    return torch::cat({all.slice(0, 0, std::nullopt, 2), all.slice(0, 1, std::nullopt, 2)});
  }

  /// Rows in the order of Marian's ids; the decoder starts with pad there.
  torch::Tensor embedding(const std::string& name, const VocabularyList& list) const {
    const auto rows = weights_.at(name).index_select(1, order_of_states());
    auto theirs = rows_by_place(rows, list);
    theirs[list.pad] = rows[text::kBos];
    return theirs;
  }

  void add_vocabulary_weights(Tensors& tensors) const {
    if (options_.tied_embeddings == model::TiedEmbeddings::all) {
      tensors["model.shared.weight"] = embedding("decoder.embedding.weight", target_);
    } else {
      tensors["model.encoder.embed_tokens.weight"] = embedding("encoder.embedding.weight", source_);
      tensors["model.decoder.embed_tokens.weight"] = embedding("decoder.embedding.weight", target_);
    }
    if (options_.tied_embeddings == model::TiedEmbeddings::none) {
      tensors["lm_head.weight"] = rows_by_place(
          weights_.at("decoder.dense.weight").index_select(1, order_of_states()), target_);
    }
    tensors["final_logits_bias"] =
        rows_by_place(weights_.at("decoder.dense.bias"), target_).unsqueeze(0);
  }

  model::TransformerOptions options_;
  torch::ScalarType type_;
  VocabularyList source_, target_;
  Tensors weights_;
};

ordered_json config_of(const model::TransformerOptions& options, const VocabularyList& source,
                       const VocabularyList& target, torch::ScalarType type) {
  return {
      {"architectures", ordered_json::array({"MarianMTModel"})},
      {"model_type", "marian"},
      {"is_encoder_decoder", true},
      {"d_model", options.d_model},
      {"encoder_layers", options.encoder_layers},
      {"decoder_layers", options.decoder_layers},
      {"encoder_attention_heads", options.heads},
      {"decoder_attention_heads", options.heads},
      {"encoder_ffn_dim", options.ffn_size},
      {"decoder_ffn_dim", options.ffn_size},
      {"activation_function", options.activation == nn::Activation::silu
                                  ? std::string("swish")
                                  : name_of(options.activation)},
      {"dropout", options.dropout},
      {"attention_dropout", options.attention_dropout},
      {"activation_dropout", options.activation_dropout},
      {"encoder_layerdrop", 0.0},
      {"decoder_layerdrop", 0.0},
      {"init_std", 0.02},
      {"max_position_embeddings", kLongestText},
      {"static_position_embeddings", true},
      {"scale_embedding", options.scale_embeddings},
      {"share_encoder_decoder_embeddings", options.tied_embeddings == model::TiedEmbeddings::all},
      {"tie_word_embeddings", options.tied_embeddings != model::TiedEmbeddings::none},
      {"vocab_size", source.pieces.size()},
      {"decoder_vocab_size", target.pieces.size()},
      {"eos_token_id", target.eos},
      {"forced_eos_token_id", target.eos},
      {"bos_token_id", nullptr},
      {"pad_token_id", target.pad},
      {"decoder_start_token_id", target.pad},
      {"dtype", type == torch::kFloat16 ? "float16" : "float32"},
      {"use_cache", true}};
}

ordered_json generation_of(const config::SearchOptions& search, const VocabularyList& target) {
  return {{"num_beams", search.beam_size},
          {"length_penalty", search.length_penalty},
          {"max_length", kLongestOutput},
          {"bad_words_ids", ordered_json::array({ordered_json::array({target.pad})})},
          {"decoder_start_token_id", target.pad},
          {"pad_token_id", target.pad},
          {"eos_token_id", target.eos},
          {"forced_eos_token_id", target.eos}};
}

ordered_json numbers_of(const VocabularyList& list) {
  auto numbers = ordered_json::object();
  for (size_t place = 0; place < list.pieces.size(); ++place) numbers[list.pieces[place]] = place;
  return numbers;
}

}  // namespace

void export_marian(const std::string& directory, const ForeignModel& model,
                   torch::ScalarType type) {
  const torch::NoGradGuard no_grad;
  const auto options = transformer_options(model.experiment, "MarianMT");
  check_marian_has(options);
  const fs::path folder(directory);
  store::check_holds_no_model(folder);
  const MarianWriter writer(model, options, type);
  if (writer.separate() &&
      (writer.source().eos != writer.target().eos || writer.source().pad != writer.target().pad)) {
    refuse("MarianMT", {"the ends of sentence of source and target have different numbers"});
  }
  make_folder(folder);
  const auto& tokenizers = model.tokenizers;
  write_file_atomically(folder / "source.spm", text::without_list(tokenizers.source().bytes()));
  write_file_atomically(folder / "target.spm", text::without_list(tokenizers.target().bytes()));
  write_json(folder / "vocab.json", numbers_of(writer.source()));
  if (writer.separate()) write_json(folder / "target_vocab.json", numbers_of(writer.target()));
  write_json(folder / "config.json", config_of(options, writer.source(), writer.target(), type));
  write_json(folder / "generation_config.json",
             generation_of(model.experiment.search, writer.target()));
  write_json(folder / "tokenizer_config.json",
             {{"tokenizer_class", "MarianTokenizer"},
              {"source_lang", model.experiment.data.source_language},
              {"target_lang", model.experiment.data.target_language},
              {"model_max_length", kLongestText},
              {"separate_vocabs", writer.separate()},
              {"eos_token", "</s>"},
              {"unk_token", "<unk>"},
              {"pad_token", "<pad>"}});
  write_safetensors(folder / "model.safetensors", writer.tensors(), {{"format", "pt"}});
}

}  // namespace regard::interop
