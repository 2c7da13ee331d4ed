#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/files.h"
#include "interop/foreign_model.h"
#include "interop/load_model.h"
#include "interop/marian_generation.h"
#include "interop/transformer_weights.h"
#include "nn/positional_encoding.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "store/model_file.h"
#include "store/vocabulary_files.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using text::VocabularyList;
using Tensors = std::map<std::string, torch::Tensor>;

constexpr const char* kName = "Hugging Face's transformers";

/// The number of positions in the checkpoint. Computed positions have no limit: an imported model
/// keeps its checkpoint's number, and any other model gets at least the usual number.
int64_t positions_of(const ForeignModel& model) {
  constexpr int64_t kUsual = 512;
  const auto options = transformer_options(model.experiment);
  if (options.positions == model::Positions::learned) return options.max_length;
  const bool is_imported = model.tokenizers.target().list().has_value();
  const auto longest = model.experiment.data.max_length;
  return std::min(is_imported ? longest : std::max(longest, kUsual), limits::kPositions);
}

bool is_pre_norm(const model::TransformerOptions& options) { return options.norm == nn::Norm::pre; }

/// The vocabulary in the order of the imported checkpoint; in the order of regard's ids if the
/// model was trained by regard.
VocabularyList list_to_write(const text::Tokenizer& tokenizer) {
  VocabularyList list;
  if (tokenizer.list()) {
    list = *tokenizer.list();
    if (list.pad == VocabularyList::kNone) {
      list.pad = static_cast<int64_t>(list.pieces.size());
      list.pieces.emplace_back("<pad>");
    }
    return list;
  }
  for (int64_t id = 0; id < tokenizer.size(); ++id) list.pieces.push_back(tokenizer.piece(id));
  list.pad = text::kPad;
  list.unk = text::kUnk;
  list.bos = text::kBos;
  list.eos = text::kEos;
  return list;
}

/// The decoder's first token: bos if the vocabulary has one, else pad, as in MarianMT.
int64_t start_of(const VocabularyList& list) {
  return list.bos == VocabularyList::kNone ? list.pad : list.bos;
}

class MarianWriter {
 public:
  MarianWriter(const ForeignModel& model, torch::ScalarType type)
      : options_(transformer_options(model.experiment)),
        positions_(positions_of(model)),
        type_(type),
        source_(list_to_write(model.tokenizers.source())),
        target_(list_to_write(model.tokenizers.target())),
        weights_(named_weights(*model.model)) {}

  Tensors tensors() const {
    Tensors tensors;
    for (const auto& names :
         marian_layers(options_.encoder_layers, options_.decoder_layers, options_.norm)) {
      tensors.emplace(names.theirs, layer_weight(names));
    }
    add_vocabulary_weights(tensors);
    add_positions(tensors);
    for (auto& [name, tensor] : tensors) tensor = tensor.to(type_).contiguous();
    return tensors;
  }

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

  /// The order of a state's numbers that puts all sines before all cosines, if ours alternate.
  torch::Tensor order_of_states() const {
    const auto all = torch::arange(options_.d_model);
    if (options_.positions != model::Positions::sinusoidal) return all;
    return torch::cat({all.slice(0, 0, std::nullopt, 2), all.slice(0, 1, std::nullopt, 2)});
  }

  /// A matrix over a vocabulary, with the number of rows that the checkpoint needs.
  torch::Tensor matrix(const std::string& name, const VocabularyList& list) const {
    const auto rows = rows_by_place(weights_.at(name).index_select(1, order_of_states()), list);
    return padded(rows, torch::zeros({options_.d_model}));
  }

  /// Pads `rows` with `row` to the size that Pegasus uses for both vocabularies.
  torch::Tensor padded(const torch::Tensor& rows, const torch::Tensor& row) const {
    if (!is_pre_norm(options_)) return rows;
    const auto size = static_cast<int64_t>(std::max(source_.pieces.size(), target_.pieces.size()));
    const auto missing = size - rows.size(0);
    if (missing == 0) return rows;
    return torch::cat({rows, row.unsqueeze(0).expand({missing, -1})});
  }

  torch::Tensor embedding(const std::string& name, const VocabularyList& list) const {
    auto theirs = matrix(name, list);
    if (list.bos == VocabularyList::kNone) {  // the decoder starts with pad
      theirs[list.pad] = weights_.at(name).index_select(1, order_of_states())[text::kBos];
    }
    return theirs;
  }

  void add_vocabulary_weights(Tensors& tensors) const {
    const auto target = embedding("decoder.embedding.weight", target_);
    const auto output = [&] {
      return options_.tied_embeddings == model::TiedEmbeddings::none
                 ? matrix("decoder.dense.weight", target_)
                 : target.clone();
    };
    if (options_.tied_embeddings == model::TiedEmbeddings::all) {
      tensors["model.shared.weight"] = target;
    } else {
      tensors["model.encoder.embed_tokens.weight"] = embedding("encoder.embedding.weight", source_);
      tensors["model.decoder.embed_tokens.weight"] = target;
      // Pegasus ties all three matrices or none, and requires a fourth, which nothing reads.
      if (is_pre_norm(options_)) tensors["model.shared.weight"] = target.clone();
      const bool is_tied = options_.tied_embeddings == model::TiedEmbeddings::target;
      if (is_pre_norm(options_) || !is_tied) tensors["lm_head.weight"] = output();
    }
    const auto bias = rows_by_place(weights_.at("decoder.dense.bias"), target_).unsqueeze(1);
    tensors["final_logits_bias"] = padded(bias, torch::full({1}, kNeverBias)).t();
  }

  /// MarianMT and Pegasus compute their own positions, but Pegasus warns if the file has none.
  void add_positions(Tensors& tensors) const {
    const bool is_learned = options_.positions == model::Positions::learned;
    const bool is_t2t = options_.positions == model::Positions::half_t2t;
    if (!is_pre_norm(options_) && !is_learned && !is_t2t) return;
    for (const std::string stack : {"encoder", "decoder"}) {
      tensors[str("model.", stack, ".embed_positions.weight")] =
          is_learned ? weights_.at(stack + ".positions.pos_embedding.weight")
                     : nn::sinusoidal_positions(
                           0, positions_, options_.d_model, torch::kFloat32,
                           is_t2t ? nn::SinusoidLayout::half_t2t : nn::SinusoidLayout::half);
    }
  }

  model::TransformerOptions options_;
  int64_t positions_;
  torch::ScalarType type_;
  VocabularyList source_, target_;
  Tensors weights_;
};

ordered_json config_of(const ForeignModel& model, const VocabularyList& source,
                       const VocabularyList& target, torch::ScalarType type) {
  const auto options = transformer_options(model.experiment);
  const bool is_pegasus = is_pre_norm(options);
  const bool ties = options.tied_embeddings == model::TiedEmbeddings::all ||
                    (!is_pegasus && options.tied_embeddings == model::TiedEmbeddings::target);
  ordered_json config = {
      {"architectures",
       ordered_json::array({is_pegasus ? "PegasusForConditionalGeneration" : "MarianMTModel"})},
      {"model_type", is_pegasus ? "pegasus" : "marian"},
      {"is_encoder_decoder", true},
      {"d_model", options.d_model},
      {"encoder_layers", options.encoder_layers},
      {"decoder_layers", options.decoder_layers},
      {"encoder_attention_heads", options.heads},
      {"decoder_attention_heads", options.heads},
      {"encoder_ffn_dim", options.ffn_size},
      {"decoder_ffn_dim", options.ffn_size},
      {"activation_function", forms_of(options.activation).huggingface},
      {"dropout", options.dropout},
      {"attention_dropout", options.attention_dropout},
      {"activation_dropout", options.activation_dropout},
      {"encoder_layerdrop", 0.0},
      {"decoder_layerdrop", 0.0},
      {"init_std", 0.02},
      {"max_position_embeddings", positions_of(model)},
      {"static_position_embeddings", true},
      {"scale_embedding", options.scale_embeddings},
      {"tie_word_embeddings", ties},
      {"vocab_size", source.pieces.size()},
      {"eos_token_id", target.eos},
      {"forced_eos_token_id", target.eos},
      {"bos_token_id", nullptr},
      {"pad_token_id", target.pad},
      {"decoder_start_token_id", start_of(target)},
      {"dtype", type == torch::kFloat16 ? "float16" : "float32"},
      {"use_cache", true}};
  if (is_pegasus) {
    config["vocab_size"] = std::max(source.pieces.size(), target.pieces.size());
  } else {
    config["share_encoder_decoder_embeddings"] =
        options.tied_embeddings == model::TiedEmbeddings::all;
    config["decoder_vocab_size"] = target.pieces.size();
  }
  return config;
}

ordered_json numbers_of(const VocabularyList& list) {
  auto numbers = ordered_json::object();
  for (size_t place = 0; place < list.pieces.size(); ++place) numbers[list.pieces[place]] = place;
  return numbers;
}

}  // namespace

std::vector<std::string> beyond_marian(const config::Experiment& experiment) {
  if (const auto other = other_architecture(experiment)) return {*other};
  const auto options = transformer_options(experiment);
  auto lacking = beyond_the_paper(options);
  if (options.norm_epsilon != kNormEpsilon) {
    lacking.push_back(
        str("model.norm_epsilon is ", options.norm_epsilon, " instead of ", kNormEpsilon));
  }
  return lacking;
}

void export_marian(const std::string& directory, const ForeignModel& model,
                   torch::ScalarType type) {
  const torch::NoGradGuard no_grad;
  refuse(kName, beyond_marian(model.experiment));
  const fs::path folder(directory);
  store::check_holds_no_model(folder);
  const MarianWriter writer(model, type);
  const auto &source = writer.source(), &target = writer.target();
  if (source.eos != target.eos || source.pad != target.pad) {
    refuse(kName, {"the end-of-sentence tokens of source and target have different ids"});
  }
  make_folder(folder);
  const auto& tokenizers = model.tokenizers;
  write_file_atomically(folder / "source.spm", text::without_list(tokenizers.source().bytes()));
  write_file_atomically(folder / "target.spm", text::without_list(tokenizers.target().bytes()));
  write_json(folder / "vocab.json", numbers_of(source));
  if (source != target) write_json(folder / "target_vocab.json", numbers_of(target));
  write_json(folder / "config.json", config_of(model, source, target, type));
  write_json(folder / "generation_config.json",
             generation_of(model.experiment.search, target, start_of(target), positions_of(model)));
  const auto piece = [&](int64_t place) { return target.pieces[static_cast<size_t>(place)]; };
  ordered_json tokenizer_config = {{"tokenizer_class", "MarianTokenizer"},
                                   {"source_lang", model.experiment.data.source_language},
                                   {"target_lang", model.experiment.data.target_language},
                                   {"model_max_length", positions_of(model)},
                                   {"separate_vocabs", source != target},
                                   {"eos_token", piece(target.eos)},
                                   {"unk_token", piece(target.unk)},
                                   {"pad_token", piece(target.pad)}};
  if (target.bos != VocabularyList::kNone) tokenizer_config["bos_token"] = piece(target.bos);
  write_json(folder / "tokenizer_config.json", tokenizer_config);
  write_safetensors(folder / "model.safetensors", writer.tensors(), {{"format", "pt"}});
}

}  // namespace regard::interop
