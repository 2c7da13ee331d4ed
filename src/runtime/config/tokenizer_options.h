#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "regard/config/check.h"

namespace regard::config {

enum class TokenizerType { unigram, bpe, word, character };
constexpr auto names_of(TokenizerType) { return std::array{"unigram", "bpe", "word", "char"}; }

/// SentencePiece's normalization rules.
enum class Normalization { nmt_nfkc, nfkc, nmt_nfkc_cf, nfkc_cf, identity };
constexpr auto names_of(Normalization) {
  return std::array{"nmt_nfkc", "nfkc", "nmt_nfkc_cf", "nfkc_cf", "identity"};
}

struct TokenizerOptions {
  TokenizerType type = TokenizerType::unigram;
  AutoInt vocab_size = {};
  bool joint = true;
  bool byte_fallback = false;
  Normalization normalization = Normalization::nmt_nfkc;
  double character_coverage = 1.0;
  int64_t min_frequency = 1;
  std::vector<std::string> symbols = {};
  double sampling = 0.0;
  std::string model = {};
  std::string target_model = {};

  /// Whether tokens are subwords.
  bool has_pieces() const { return type == TokenizerType::unigram || type == TokenizerType::bpe; }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TokenizerOptions;
    v.field("type", &O::type,
            "Unit of a token: a SentencePiece piece (unigram language model or byte-pair "
            "encoding), a word between spaces, or a character.");
    v.field(
        "vocab_size", &O::vocab_size, count_or_auto(5, limits::kVocabulary),
        "Size of the vocabulary, including the four special tokens. For `word` and `char`, an "
        "upper limit. auto: 40 % of the number of different words in the training text, but at "
        "least 100 and at most 8,000 subwords (16,000 from 500,000 lines on, 32,000 from 5 million "
        "on); for `word` and `char`, 32,000.");
    v.field("joint", &O::joint,
            "One vocabulary for both languages; false trains one for each. A language model always "
            "has one.");
    v.field("byte_fallback", &O::byte_fallback,
            "Write unseen characters as UTF-8 bytes instead of the unknown token (unigram, bpe).");
    v.field(
        "normalization", &O::normalization,
        "SentencePiece's character normalization; _cf also folds case; identity changes nothing.");
    v.field("character_coverage", &O::character_coverage, from_to(0.98, 1.0),
            "Share of the training text's characters that the vocabulary must cover; rarer "
            "characters become unknown.");
    v.field("min_frequency", &O::min_frequency, count_of(1),
            "Words seen less often than this become unknown (word).");
    v.field("symbols", &O::symbols,
            "Subwords to add to the vocabulary and never split. The tags of data.train are added "
            "automatically.");
    v.field(
        "sampling", &O::sampling, from_to_below(0.0, 1.0),
        "Split the training text differently in each epoch. unigram: draw a segmentation with "
        "probability proportional to P(segmentation)^sampling (subword regularization, Kudo, 2018, "
        "arXiv:1804.10959; 0.1 to 0.5). bpe: skip each merge with this probability (BPE-dropout, "
        "Provilkov et al., 2020, arXiv:1910.13267; 0.1). 0: always the best segmentation.");
    v.field("model", &O::model, anything<std::string>(),
            "A trained SentencePiece model to use instead of training one.");
    v.field("target_model", &O::target_model, anything<std::string>(),
            "A trained model for the target side, if `joint` is false.");
  }
};

}  // namespace regard::config
