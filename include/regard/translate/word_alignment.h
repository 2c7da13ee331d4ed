#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace regard::translate {

/// Which words a translation was made of, by what its tokens attended to.

/// Rows: target; columns: source.
using Weights = std::vector<std::vector<float>>;

/// The word of each piece, from 0: a piece that begins with SentencePiece's mark of a space begins
/// one, and so do the first and what stands for an unknown one. -1 for a special token, which
/// belongs to none.
std::vector<int64_t> words_of(const std::vector<std::string>& pieces);

/// Attention of target words over source words, rows that sum to 1, from that of tokens: the mean
/// over a target word's pieces of the sums over a source word's. Special tokens, which attract what
/// belongs nowhere, are left out first.
Weights attention_of_words(const Weights& attention, const std::vector<std::string>& source,
                           const std::vector<std::string>& target);

struct AlignedWords {
  int64_t source;
  int64_t target;

  auto operator<=>(const AlignedWords&) const = default;
};

/// Each target word with the source word that it attends to most; by source, then by target.
std::vector<AlignedWords> hard_alignment(const Weights& attention_of_words);

/// "0-0 1-2", as Pharaoh and Moses write alignments.
std::string to_pharaoh(const std::vector<AlignedWords>& alignment);

/// "0.9,0.1 0.2,0.8": of each target word the weights of the source words, as Marian writes them.
std::string to_soft_alignment(const Weights& attention_of_words);

}  // namespace regard::translate
