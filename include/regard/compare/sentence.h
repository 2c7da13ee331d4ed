#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "regard/compare/word_difference.h"

namespace regard::compare {

/// What a model attended to: of each word of its translation, over the words of the source. The
/// mean over a Transformer's heads of its last layer.
struct WordAttention {
  std::vector<std::string> source = {};  ///< words between white space
  std::vector<std::string> target = {};
  std::vector<std::vector<float>> weights = {};  ///< rows: target, columns: source; rows sum to 1
};

struct NBestEntry {
  std::string text = {};
  double log_prob = 0;
  double score = 0;  ///< after the length penalty; what the list is ordered by
};

/// What one system made of one sentence.
struct SystemOutput {
  std::string hypothesis = {};
  double bleu = 0;                                     ///< of the sentence, 0 to 100
  double chrf = 0;                                     ///< likewise
  double ter = 0;                                      ///< likewise; 0 is best
  std::vector<DifferencePart> against_reference = {};  ///< from the reference to the hypothesis
  std::vector<DifferencePart> against_first = {};  ///< from the first system's; empty for the first

  // Of models.
  std::optional<double> log_prob = {};          ///< of the hypothesis, its end included
  std::optional<double> score = {};             ///< after the length penalty
  std::vector<NBestEntry> n_best = {};          ///< the hypothesis first; empty where not sampled
  std::optional<WordAttention> attention = {};  ///< none where not sampled or without attention
};

struct Sentence {
  std::string source = {};  ///< empty where there are no sources
  std::string reference = {};
  std::vector<std::string> kinds = {};  ///< "question", "negation", "numbers", "names"
  std::size_t source_words = 0;
  std::vector<SystemOutput> systems = {};  ///< by system
};

/// Where a system is furthest ahead of the best other one, by chrF of sentences.
struct BiggestWins {
  struct Win {
    std::size_t sentence = 0;  ///< index
    double lead = 0;           ///< chrF less that of the best other system
  };
  std::vector<Win> wins = {};  ///< largest lead first
};

/// By system.
std::vector<BiggestWins> biggest_wins(const std::vector<Sentence>& sentences,
                                      std::size_t most = 10);

}  // namespace regard::compare
