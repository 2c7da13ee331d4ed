#pragma once
#include <torch/types.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "interop/load_model.h"
#include "interop/marian_generation.h"
#include "nn/positional_encoding.h"
#include "regard/base/str.h"
#include "support/tiny_model.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

/// A MarianMT or Pegasus checkpoint small enough to make in a test, with weights that are the same
/// on every machine.
struct MarianCheckpoint {
  int64_t size = 8;
  int64_t ffn_size = 12;
  int64_t vocab = 0;  ///< set by marian_checkpoint()
  nlohmann::json config = {{"model_type", "marian"},
                           {"activation_function", "swish"},
                           {"d_model", 8},
                           {"encoder_attention_heads", 2},
                           {"decoder_attention_heads", 2},
                           {"encoder_ffn_dim", 12},
                           {"decoder_ffn_dim", 12},
                           {"encoder_layers", 2},
                           {"decoder_layers", 1},
                           {"scale_embedding", true},
                           {"share_encoder_decoder_embeddings", true},
                           {"tie_word_embeddings", true},
                           {"is_encoder_decoder", true},
                           {"static_position_embeddings", true},
                           {"max_position_embeddings", 64},
                           {"num_beams", 4}};
  nlohmann::json tokenizer_config = {{"source_lang", "eng"}, {"target_lang", "fra"}};
  std::string source_spm, target_spm;
  std::map<std::string, int64_t> numbers;         ///< vocab.json
  std::map<std::string, int64_t> target_numbers;  ///< target_vocab.json, if not empty
  std::map<std::string, torch::Tensor> tensors;

  void write(const std::string& folder) const {
    std::filesystem::create_directories(folder);
    const auto write = [&](const char* name, const std::string& text) {
      write_file_atomically(folder + "/" + name, text);
    };
    write("config.json", config.dump());
    write("tokenizer_config.json", tokenizer_config.dump());
    write("vocab.json", nlohmann::json(numbers).dump());
    if (!target_numbers.empty()) write("target_vocab.json", nlohmann::json(target_numbers).dump());
    write("source.spm", source_spm);
    write("target.spm", target_spm);
    write_safetensors(folder + "/model.safetensors", tensors, {{"format", "pt"}});
  }
};

/// The pieces of a tokenizer in a different order: special tokens in the middle, pad at the end.
/// The last piece is left out, so that it is unknown.
inline std::map<std::string, int64_t> shuffled_numbers(const text::Tokenizer& tokenizer) {
  std::vector<std::string> pieces;
  for (int64_t id = tokenizer.size() - 2; id > text::kEos; --id) {
    pieces.push_back(tokenizer.piece(id));
  }
  pieces.insert(pieces.begin() + 2, "</s>");
  pieces.insert(pieces.begin() + 5, "<unk>");
  pieces.push_back("<pad>");
  std::map<std::string, int64_t> numbers;
  for (size_t place = 0; place < pieces.size(); ++place) {
    numbers[pieces[place]] = static_cast<int64_t>(place);
  }
  return numbers;
}

/// Pegasus files contain their positions and a single vocabulary size.
inline void make_pegasus(MarianCheckpoint& checkpoint, torch::ScalarType type) {
  auto& config = checkpoint.config;
  config["model_type"] = "pegasus";
  config.erase("share_encoder_decoder_embeddings");
  config.erase("decoder_vocab_size");
  config["max_position_embeddings"] = 512;
  for (const char* stack : {"encoder", "decoder"}) {
    checkpoint.tensors[str("model.", stack, ".embed_positions.weight")] =
        nn::sinusoidal_positions(0, 512, checkpoint.size, torch::kFloat32, nn::SinusoidLayout::half)
            .to(type);
  }
}

/// `tied`: all, target or none, as in TransformerOptions. MarianMT with post-norm, Pegasus with
/// pre-norm, which has no `target`.
inline MarianCheckpoint marian_checkpoint(const std::string& tied = "all",
                                          torch::ScalarType type = torch::kFloat32,
                                          nn::Norm norm = nn::Norm::post) {
  MarianCheckpoint checkpoint;
  const auto tokenizer = text::train_tokenizer(
      test::tiny_lines(20), {.type = config::TokenizerType::word, .vocab_size = 40});
  checkpoint.source_spm = checkpoint.target_spm = tokenizer.bytes();
  checkpoint.numbers = shuffled_numbers(tokenizer);
  const auto vocab = static_cast<int64_t>(checkpoint.numbers.size());
  checkpoint.vocab = vocab;
  auto& config = checkpoint.config;
  config["vocab_size"] = config["decoder_vocab_size"] = vocab;
  config["eos_token_id"] = config["forced_eos_token_id"] = checkpoint.numbers.at("</s>");
  config["pad_token_id"] = config["decoder_start_token_id"] = checkpoint.numbers.at("<pad>");
  config["bos_token_id"] = nullptr;
  config["share_encoder_decoder_embeddings"] = tied == "all";
  if (norm == nn::Norm::pre) make_pegasus(checkpoint, type);
  config["tie_word_embeddings"] = tied != "none";
  if (tied != "all") {  // the same pieces in a different order
    for (const auto& [piece, place] : checkpoint.numbers) {
      const bool is_special = piece == "</s>" || piece == "<unk>" || piece == "<pad>";
      checkpoint.target_numbers[piece] = is_special || place > 9 ? place : place;
    }
    std::swap(checkpoint.target_numbers["▁the"], checkpoint.target_numbers["▁a"]);
    checkpoint.tokenizer_config["separate_vocabs"] = true;
  }

  std::mt19937 random(1);
  const auto add = [&](const std::string& name, const std::vector<int64_t>& shape, double scale,
                       double mean = 0.0) {
    auto tensor = torch::empty(shape, torch::kFloat64);
    auto* numbers = tensor.mutable_data_ptr<double>();
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      numbers[i] = mean + scale * (static_cast<double>(random()) / 4294967296.0 - 0.5);
    }
    checkpoint.tensors[name] = tensor.to(torch::kFloat16).to(type);  // exact in both types
  };
  const int64_t size = checkpoint.size, ffn = checkpoint.ffn_size;
  for (const auto& names : marian_layers(2, 1, norm)) {
    const bool is_vector = names.theirs.ends_with("bias") || names.theirs.find("norm") < 1000;
    const bool is_ffn1 = names.theirs.find("fc1") != std::string::npos;
    const bool is_ffn2 = names.theirs.find("fc2") != std::string::npos;
    const bool is_gain = is_vector && names.theirs.ends_with("weight");
    if (is_vector) {
      add(names.theirs, {is_ffn1 ? ffn : size}, 1.0, is_gain ? 1.0 : 0.0);
    } else {
      add(names.theirs, {is_ffn1 ? ffn : size, is_ffn2 ? ffn : size}, 2.0);
    }
  }
  if (tied == "all") {
    add("model.shared.weight", {vocab, size}, 2.0);
  } else {
    add("model.encoder.embed_tokens.weight", {vocab, size}, 2.0);
    add("model.decoder.embed_tokens.weight", {vocab, size}, 2.0);
  }
  if (tied != "all" && norm == nn::Norm::pre) {
    checkpoint.tensors["model.shared.weight"] =
        checkpoint.tensors["model.decoder.embed_tokens.weight"].clone();
  }
  if (tied == "none") add("lm_head.weight", {vocab, size}, 2.0);
  add("final_logits_bias", {1, vocab}, 1.0);
  return checkpoint;
}

}  // namespace regard::interop
