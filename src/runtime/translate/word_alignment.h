#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace regard::translate {

/// The source words that translated words come from, by the attention of their tokens.

/// Rows: target; columns: source.
using Weights = std::vector<std::vector<float>>;

/// The word of each piece, from 0: a word starts at a piece with SentencePiece's mark of a space,
/// at the first piece, and at a replacement of an unknown one. -1 for a special token, which
/// belongs to no word.
std::vector<int64_t> words_of(const std::vector<std::string>& pieces);

/// Attention of target words over source words, with rows that sum to 1, from that of tokens: the
/// mean over a target word's pieces of the sums over a source word's. Special tokens, which attract
/// leftover attention, are excluded first.
Weights attention_of_words(const Weights& attention, const std::vector<std::string>& source,
                           const std::vector<std::string>& target);

struct AlignedWords {
  int64_t source;
  int64_t target;

  bool operator==(const AlignedWords&) const = default;
};

/// Each target word with the source word it attends to most, sorted by source, then by target.
/// `begins`: the source word that each row begins with; empty: the first.
std::vector<AlignedWords> hard_alignment(const Weights& attention_of_words,
                                         const std::vector<size_t>& begins = {});

/// Rows over `columns` source words, of rows that begin with the given ones.
Weights whole_rows(const Weights& attention_of_words, const std::vector<size_t>& begins,
                   size_t columns);

/// "0-0 1-2", the alignment format of Pharaoh and Moses.
std::string to_pharaoh(const std::vector<AlignedWords>& alignment);

/// "0.9,0.1 0.2,0.8": for each target word the weights of the source words, as in Marian.
std::string to_soft_alignment(const Weights& attention_of_words);

}  // namespace regard::translate
