#include <filesystem>
#include <set>

#include "interop/json_file.h"
#include "interop/marian_names.h"
#include "interop/transformer_weights.h"
#include "interop/vocabulary_files.h"
#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/regular_file.h"
#include "regard/base/str.h"
#include "regard/interop/marian.h"
#include "regard/interop/tensor_file.h"
#include "regard/nn/positional_encoding.h"
#include "regard/text/special_tokens.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using text::VocabularyList;

nn::Activation activation_of(const JsonFile& config) {
  const auto name = config.text("activation_function", "swish");
  if (const auto activation = parse_name<nn::Activation>(name == "swish" ? "silu" : name)) {
    return *activation;
  }
  config.fail(str("activation_function is ", name, ", but regard has relu, gelu and swish"));
}

void check_supported(const JsonFile& config) {
  if (const auto type = config.text("model_type", ""); type != "marian") {
    config.fail(str("model_type is '", type, "', but regard imports marian"));
  }
  for (const char* key : {"normalize_before", "normalize_embedding", "add_final_layer_norm"}) {
    if (config.flag(key, false)) config.fail(str(key, " is true, which no MarianMT model has"));
  }
  for (const char* what : {"attention_heads", "ffn_dim"}) {
    const auto of_encoder = config.number(str("encoder_", what).c_str());
    const auto of_decoder = config.number(str("decoder_", what).c_str());
    if (of_encoder != of_decoder) {
      config.fail(str("encoder_", what, " is ", of_encoder, " and decoder_", what, " is ",
                      of_decoder, ", but regard's Transformer has one number for both"));
    }
  }
  if (config.number("decoder_start_token_id") != config.number("pad_token_id")) {
    config.fail("decoder_start_token_id is not pad_token_id, as it is in every MarianMT model");
  }
}

/// How embeddings are shared, in regard's terms.
model::TiedEmbeddings tied_embeddings(const JsonFile& config) {
  using model::TiedEmbeddings;
  if (!config.flag("tie_word_embeddings", true)) return TiedEmbeddings::none;
  return config.flag("share_encoder_decoder_embeddings", true) ? TiedEmbeddings::all
                                                               : TiedEmbeddings::target;
}

model::TransformerOptions options_of(const JsonFile& config) {
  check_supported(config);
  model::TransformerOptions options;
  options.d_model = config.number("d_model");
  options.heads = config.number("encoder_attention_heads");
  options.ffn_size = config.number("encoder_ffn_dim");
  options.encoder_layers = config.number("encoder_layers");
  options.decoder_layers = config.number("decoder_layers");
  options.dropout = config.real("dropout", options.dropout);
  options.attention_dropout = config.real("attention_dropout", 0.0);
  options.activation_dropout = config.real("activation_dropout", 0.0);
  options.norm = nn::Norm::post;
  options.norm_epsilon = kNormEpsilon;
  options.activation = activation_of(config);
  options.positions = model::Positions::half;
  options.scale_embeddings = config.flag("scale_embedding", false);
  options.tied_embeddings = tied_embeddings(config);
  options.bias = true;
  return options;
}

text::TokenizerPair marian_tokenizers(const fs::path& directory, const JsonFile& config,
                                      bool separate) {
  const auto list = marian_vocabulary(directory / "vocab.json", config);
  const auto target_list =
      separate ? marian_vocabulary(directory / "target_vocab.json", config) : list;
  const auto load = [&](const char* name, const VocabularyList& pieces) {
    const std::string path = directory / name;
    return text::Tokenizer::with_list(read_file(path), pieces, path);
  };
  return {load("source.spm", list), load("target.spm", target_list), text::Preprocess::none};
}

/// The weights of a checkpoint, each to be taken once.
class Checkpoint {
 public:
  explicit Checkpoint(const std::string& path) : path_(path), file_(read_safetensors(path)) {}

  bool has(const std::string& name) const { return file_.tensors.contains(name); }

  torch::Tensor take(const std::string& name, const std::vector<int64_t>& shape) {
    taken_.insert(name);
    return tensor_of(file_.tensors, name, shape, path_);
  }

  /// Older files repeat shared weights and contain tables of positions: checks that these are
  /// redundant.
  void check_copy(const std::string& name, const torch::Tensor& weight) {
    if (!has(name)) return;
    if (!take(name, weight.sizes().vec()).equal(weight)) {
      fail(str(name, " differs from the tensor it should copy"));
    }
  }
  void check_positions(const std::string& name, int64_t size) {
    if (!has(name)) return;
    const auto shape = file_.tensors.at(name).sizes();
    const auto table = take(name, {shape.empty() ? 0 : shape[0], size});
    const auto expected =
        nn::sinusoidal_positions(0, table.size(0), size, table.options(), nn::SinusoidLayout::half);
    if (!table.allclose(expected, 0.0, kPositionTolerance)) {
      fail(str(name, " is not the table of sines and cosines of a MarianMT model"));
    }
  }
  void check_all_taken() const {
    for (const auto& [name, tensor] : file_.tensors) {
      if (!taken_.contains(name)) fail(str("has a tensor that no MarianMT model has: ", name));
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(what, path_, "use a complete copy", ExitCode::failure);
  }

  std::string path_;
  SafetensorsFile file_;
  std::set<std::string> taken_;
};

void set_vocabulary_weights(Checkpoint& checkpoint, const ForeignModel& imported,
                            const model::TransformerOptions& options) {
  const auto weights = named_weights(*imported.model);
  const auto& source = *imported.tokenizers.source().list();
  const auto& target = *imported.tokenizers.target().list();
  const auto source_size = static_cast<int64_t>(source.pieces.size());
  const auto target_size = static_cast<int64_t>(target.pieces.size());
  const int64_t size = options.d_model;
  const auto set = [&](const char* name, const torch::Tensor& theirs, const VocabularyList& list) {
    weights.at(name).copy_(rows_by_id(theirs, list, theirs[list.pad]));
  };
  const bool is_shared = options.tied_embeddings == model::TiedEmbeddings::all ||
                         checkpoint.has("model.shared.weight");
  const auto embedding = [&](const char* name, int64_t vocab) {
    return is_shared ? checkpoint.take("model.shared.weight", {vocab, size})
                     : checkpoint.take(name, {vocab, size});
  };
  const auto of_source = embedding("model.encoder.embed_tokens.weight", source_size);
  const auto of_target = embedding("model.decoder.embed_tokens.weight", target_size);
  set("decoder.embedding.weight", of_target, target);
  if (options.tied_embeddings != model::TiedEmbeddings::all)
    set("encoder.embedding.weight", of_source, source);
  checkpoint.check_copy("model.encoder.embed_tokens.weight", of_source);
  checkpoint.check_copy("model.decoder.embed_tokens.weight", of_target);
  if (options.tied_embeddings == model::TiedEmbeddings::none) {
    set("decoder.dense.weight", checkpoint.take("lm_head.weight", {target_size, size}), target);
  } else {
    checkpoint.check_copy("lm_head.weight", of_target);
  }
  auto& bias = weights.at("decoder.dense.bias");
  if (checkpoint.has("final_logits_bias")) {
    const auto theirs = checkpoint.take("final_logits_bias", {1, target_size})[0];
    bias.copy_(rows_by_id(theirs, target, theirs[target.pad]));
  } else {
    bias.zero_();
  }
  bias[text::kBos] = kNeverBias;
}

void set_weights(const std::string& path, const ForeignModel& imported,
                 const model::TransformerOptions& options) {
  const torch::NoGradGuard no_grad;
  Checkpoint checkpoint(path);
  const auto weights = named_weights(*imported.model);
  for (const auto& names : marian_layers(options.encoder_layers, options.decoder_layers)) {
    const auto& weight = weights.at(names.ours);
    weight.copy_(checkpoint.take(names.theirs, weight.sizes().vec()));
  }
  set_vocabulary_weights(checkpoint, imported, options);
  checkpoint.check_positions("model.encoder.embed_positions.weight", options.d_model);
  checkpoint.check_positions("model.decoder.embed_positions.weight", options.d_model);
  checkpoint.check_all_taken();
}

/// Newer checkpoints have a separate file for search options; older ones have them in the config.
void set_search(const fs::path& directory, const JsonFile& config, config::SearchOptions& search) {
  const auto generation = JsonFile::if_there(directory / "generation_config.json");
  search.beam_size = generation.number("num_beams", config.number("num_beams", 1));
  search.length_penalty = generation.real("length_penalty", config.real("length_penalty", 1.0));
}

void check_has_weights(const fs::path& directory) {
  if (is_there(directory / "model.safetensors")) return;
  const std::string name = directory.string();
  if (!is_there(directory / "pytorch_model.bin")) {
    throw Error("has no model.safetensors", name, "use a complete copy", ExitCode::failure);
  }
  throw Error("has its weights in a pickle, pytorch_model.bin, which could run anything when read",
              name,
              str("let transformers convert it, if you trust it: python3 -c \"from transformers "
                  "import MarianMTModel; MarianMTModel.from_pretrained('",
                  name, "').save_pretrained('", name, "')\""),
              ExitCode::failure);
}

}  // namespace

ForeignModel import_marian(const std::string& directory) {
  const fs::path folder(directory);
  const JsonFile config(folder / "config.json");
  const auto options = options_of(config);
  check_has_weights(folder);
  const auto tokenizer_config = JsonFile::if_there(folder / "tokenizer_config.json");
  const bool separate =
      tokenizer_config.flag("separate_vocabs", false) || is_there(folder / "target_vocab.json");
  auto imported =
      untrained(options, marian_tokenizers(folder, config, separate), folder / "model.safetensors");
  auto& data = imported.experiment.data;
  data.source_language = tokenizer_config.text("source_lang", data.source_language);
  data.target_language = tokenizer_config.text("target_lang", data.target_language);
  // The training lengths are unknown; the limit of transformers is known.
  data.max_length = config.number("max_position_embeddings", data.max_length);
  set_search(folder, config, imported.experiment.search);
  set_weights(folder / "model.safetensors", imported, options);
  return imported;
}

}  // namespace regard::interop
