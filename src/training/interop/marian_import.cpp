#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "interop/foreign_model.h"
#include "interop/foreign_tensors.h"
#include "interop/marian_generation.h"
#include "interop/transformer_weights.h"
#include "nn/positional_encoding.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/vocabulary_files.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using text::VocabularyList;

constexpr const char* kPegasus = "pegasus";

bool is_pegasus(const JsonFile& config) { return config.text("model_type", "") == kPegasus; }

nn::Activation activation_of(const JsonFile& config) {
  const auto name = config.text("activation_function", "swish");
  for (size_t activation = 0; activation < math::kActivationForms.size(); ++activation) {
    const auto one = static_cast<nn::Activation>(activation);
    if (name == name_of(one) || name == forms_of(one).huggingface) return one;
  }
  config.fail(str("activation_function is ", name, ", but regard supports ",
                  join(names_of(nn::Activation()), ", ")));
}

void check_supported(const JsonFile& config) {
  if (const auto type = config.text("model_type", ""); type != "marian" && type != kPegasus) {
    config.fail(str("model_type is '", type, "', but regard imports marian and pegasus"));
  }
  if (!is_pegasus(config)) {
    for (const char* key : {"normalize_before", "normalize_embedding", "add_final_layer_norm"}) {
      if (config.flag(key, false)) {
        config.fail(str(key, " is true, which MarianMT does not support"));
      }
    }
  }
  for (const char* what : {"attention_heads", "ffn_dim"}) {
    const auto of_encoder = config.number(str("encoder_", what).c_str());
    const auto of_decoder = config.number(str("decoder_", what).c_str());
    if (of_encoder != of_decoder) {
      config.fail(str("encoder_", what, " is ", of_encoder, " and decoder_", what, " is ",
                      of_decoder, ", but regard's Transformer has one number for both"));
    }
  }
}

/// How embeddings are shared, in regard's terms.
model::TiedEmbeddings tied_embeddings(const JsonFile& config) {
  using model::TiedEmbeddings;
  if (!config.flag("tie_word_embeddings", true)) return TiedEmbeddings::none;
  const bool is_one = is_pegasus(config) || config.flag("share_encoder_decoder_embeddings", true);
  return is_one ? TiedEmbeddings::all : TiedEmbeddings::target;
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
  options.norm = is_pegasus(config) ? nn::Norm::pre : nn::Norm::post;
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

/// The table of a stack's positions, if the file has one.
std::optional<torch::Tensor> position_table(ForeignTensors& checkpoint, const std::string& stack,
                                            int64_t size) {
  const auto name = str("model.", stack, ".embed_positions.weight");
  if (!checkpoint.has(name)) return std::nullopt;
  const auto shape = checkpoint.at(name).sizes();
  return checkpoint.take(name, {shape.empty() ? 0 : shape[0], size});
}

bool is_table(const torch::Tensor& table, nn::SinusoidLayout layout) {
  if (table.size(1) % 2 != 0) return false;  // sines and cosines come in pairs
  const auto expected =
      nn::sinusoidal_positions(0, table.size(0), table.size(1), table.options(), layout);
  return table.allclose(expected, 0.0, kPositionTolerance);
}

/// The position tables of both stacks, if transformers does not compute them.
using PositionTables = std::vector<torch::Tensor>;

/// Sets the kind of positions. A table in the checkpoint overrides computed positions.
PositionTables read_positions(ForeignTensors& checkpoint, model::TransformerOptions& options) {
  PositionTables tables;
  bool are_computed = true;
  for (const char* stack : {"encoder", "decoder"}) {
    const auto table = position_table(checkpoint, stack, options.d_model);
    if (table) tables.push_back(*table);
    are_computed &= !table || is_table(*table, nn::SinusoidLayout::half);
  }
  if (are_computed) return {};
  if (tables.size() < 2 || tables[0].size(0) != tables[1].size(0)) {
    checkpoint.fail("has learned positions in only one stack, or different numbers of them");
  }
  const auto is_t2t = [](const auto& table) {
    return is_table(table, nn::SinusoidLayout::half_t2t);
  };
  if (std::ranges::all_of(tables, is_t2t)) {
    options.positions = model::Positions::half_t2t;
    return {};
  }
  options.positions = model::Positions::learned;
  options.max_length = tables[0].size(0);
  return tables;
}

/// Numbers of rows. Pegasus uses one number for both vocabularies, MarianMT one for each.
struct Rows {
  int64_t source, target;
};

void check_rows(const JsonFile& config, const char* key, int64_t pieces) {
  if (const auto rows = config.number(key, pieces); rows != pieces) {
    config.fail(str(key, " is ", rows, ", but the vocabulary has ", pieces, " subwords"));
  }
}

Rows rows_of(const JsonFile& config, const ForeignModel& model) {
  const auto count = [](const text::Tokenizer& tokenizer) {
    return static_cast<int64_t>(tokenizer.list()->pieces.size());
  };
  const Rows pieces{count(model.tokenizers.source()), count(model.tokenizers.target())};
  if (!is_pegasus(config)) {
    check_rows(config, "vocab_size", pieces.source);
    check_rows(config, "decoder_vocab_size", pieces.target);
    return pieces;
  }
  const auto rows = config.number("vocab_size");
  if (rows < std::max(pieces.source, pieces.target)) {
    config.fail(str("vocab_size is ", rows, ", but the vocabulary has ",
                    std::max(pieces.source, pieces.target), " subwords"));
  }
  return {rows, rows};
}

void set_vocabulary_weights(ForeignTensors& checkpoint, const ForeignModel& imported,
                            const model::TransformerOptions& options, const Rows& rows) {
  const auto weights = named_weights(*imported.model);
  const auto& source = *imported.tokenizers.source().list();
  const auto& target = *imported.tokenizers.target().list();
  const int64_t size = options.d_model;
  const auto set = [&](const char* name, const torch::Tensor& theirs, const VocabularyList& list) {
    const auto pieces = theirs.narrow(0, 0, static_cast<int64_t>(list.pieces.size()));
    weights.at(name).copy_(rows_by_id(pieces, list, theirs[list.pad]));
  };
  const bool is_all = options.tied_embeddings == model::TiedEmbeddings::all;
  const bool is_shared = is_all || (checkpoint.has("model.shared.weight") &&
                                    !checkpoint.has("model.decoder.embed_tokens.weight"));
  const auto embedding = [&](const char* name, int64_t count) {
    return is_shared ? checkpoint.take("model.shared.weight", {count, size})
                     : checkpoint.take(name, {count, size});
  };
  const auto of_source = embedding("model.encoder.embed_tokens.weight", rows.source);
  const auto of_target = embedding("model.decoder.embed_tokens.weight", rows.target);
  set("decoder.embedding.weight", of_target, target);
  if (!is_all) set("encoder.embedding.weight", of_source, source);
  checkpoint.check_copy("model.encoder.embed_tokens.weight", of_source);
  checkpoint.check_copy("model.decoder.embed_tokens.weight", of_target);
  if (!is_shared) checkpoint.check_copy("model.shared.weight", of_target);
  if (options.tied_embeddings == model::TiedEmbeddings::none) {
    set("decoder.dense.weight", checkpoint.take("lm_head.weight", {rows.target, size}), target);
  } else {
    checkpoint.check_copy("lm_head.weight", of_target);
  }
  auto& bias = weights.at("decoder.dense.bias");
  if (checkpoint.has("final_logits_bias")) {
    set("decoder.dense.bias", checkpoint.take("final_logits_bias", {1, rows.target})[0], target);
  } else {
    bias.zero_();
  }
  if (target.bos == VocabularyList::kNone) bias[text::kBos] = kNeverBias;
}

void set_weights(ForeignTensors& checkpoint, const ForeignModel& imported,
                 const model::TransformerOptions& options, const PositionTables& positions,
                 const Rows& rows) {
  const torch::NoGradGuard no_grad;
  const auto weights = named_weights(*imported.model);
  for (const auto& names :
       marian_layers(options.encoder_layers, options.decoder_layers, options.norm)) {
    const auto& weight = weights.at(names.ours);
    weight.copy_(checkpoint.take(names.theirs, weight.sizes().vec()));
  }
  set_vocabulary_weights(checkpoint, imported, options, rows);
  if (!positions.empty()) {
    weights.at("encoder.positions.pos_embedding.weight").copy_(positions[0]);
    weights.at("decoder.positions.pos_embedding.weight").copy_(positions[1]);
  }
  checkpoint.check_all_taken();
}

ForeignTensors read_weights(const fs::path& folder) {
  if (is_there(folder / "model.safetensors")) {
    return ForeignTensors::of_safetensors(folder / "model.safetensors");
  }
  if (is_there(folder / "pytorch_model.bin")) {
    return ForeignTensors::of_torch_file(folder / "pytorch_model.bin");
  }
  for (const auto* index : {"model.safetensors.index.json", "pytorch_model.bin.index.json"}) {
    if (!is_there(folder / index)) continue;
    throw Error(str("has weights in several files (", index, "), but regard reads only one"),
                folder.string(),
                "write them as one with transformers: model = "
                "AutoModelForSeq2SeqLM.from_pretrained(DIR); model.save_pretrained(OTHER, "
                "max_shard_size=\"50GB\")",
                ExitCode::failure);
  }
  throw Error("has no model.safetensors and no pytorch_model.bin", folder.string(),
              "use a complete copy", ExitCode::failure);
}

}  // namespace

ForeignModel import_marian(const std::string& directory) {
  const fs::path folder(directory);
  const JsonFile config(folder / "config.json");
  auto options = options_of(config);
  const auto tokenizer_config = JsonFile::if_there(folder / "tokenizer_config.json");
  const bool separate =
      tokenizer_config.flag("separate_vocabs", false) || is_there(folder / "target_vocab.json");
  auto tokenizers = marian_tokenizers(folder, config, separate);
  auto checkpoint = read_weights(folder);
  const auto positions = read_positions(checkpoint, options);
  if (checkpoint.are_equal("lm_head.weight", "model.decoder.embed_tokens.weight") &&
      options.tied_embeddings == model::TiedEmbeddings::none) {
    options.tied_embeddings = model::TiedEmbeddings::target;  // Pegasus configs cannot express this
  }
  auto imported = untrained(model_section(options), std::move(tokenizers), checkpoint.path());
  auto& data = imported.experiment.data;
  data.source_language = tokenizer_config.text("source_lang", data.source_language);
  data.target_language = tokenizer_config.text("target_lang", data.target_language);
  // The maximum length in training is unknown, so this is the limit of transformers.
  data.max_length = config.number("max_position_embeddings", data.max_length);
  read_generation(folder, config, *imported.tokenizers.target().list(), imported.experiment.search);
  set_weights(checkpoint, imported, options, positions, rows_of(config, imported));
  return imported;
}

}  // namespace regard::interop
