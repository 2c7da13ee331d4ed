#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/word_difference.h"
#include "compare/words.h"

namespace regard::compare {

/// What a model attended to: for each word of its translation, weights over the words of the
/// source. At the model's model::AlignmentSource.
struct WordAttention {
  std::vector<std::string> source = {};  ///< words between white space
  std::vector<std::string> target = {};
  std::vector<std::vector<float>> weights = {};  ///< rows: target, columns: source; rows sum to 1

  static void describe(auto& v) {
    using O = WordAttention;
    v.facts("source", &O::source, "target", &O::target, "weights", &O::weights);
  }
};

struct NBestEntry {
  std::string text = {};
  double log_prob = 0;
  double score = 0;  ///< after the length penalty; orders the list

  static void describe(auto& v) {
    using O = NBestEntry;
    v.facts("text", &O::text, "log_prob", &O::log_prob, "score", &O::score);
  }
};

/// The metric by which sentences are compared where only one is shown.
inline constexpr const char* kSentenceMetric = "chrf";

/// One system's translation of one sentence.
struct SystemOutput {
  std::string hypothesis = {};
  /// Scores by the metrics that score sentences, by MetricScores::key.
  std::map<std::string, double> scores = {};
  std::vector<DifferencePart> against_reference = {};  ///< difference from reference to hypothesis
  std::vector<DifferencePart> against_first = {};  ///< from the first system's; empty for the first

  // Results of models only.
  std::optional<double> log_prob = {};  ///< log-probability of the hypothesis, including its end
  std::optional<double> score = {};     ///< after the length penalty
  std::vector<NBestEntry> n_best = {};  ///< the hypothesis first; empty if not sampled
  std::optional<WordAttention> attention = {};  ///< none if not sampled

  static void describe(auto& v) {
    using O = SystemOutput;
    v.facts("hypothesis", &O::hypothesis);
    v.facts_by_key(&O::scores);
    v.facts("against_reference", &O::against_reference, "against_first", &O::against_first,
            "log_prob", &O::log_prob, "score", &O::score, "n_best", &O::n_best, "attention",
            &O::attention);
  }
};

struct Sentence {
  std::string source = {};  ///< empty if there are no sources
  std::string reference = {};
  std::vector<std::string> kinds = {};  ///< "question", "negation", "numbers", "names"
  std::size_t source_words = 0;
  std::vector<SystemOutput> systems = {};  ///< by system

  static void describe(auto& v) {
    v.facts("source", &Sentence::source, "reference", &Sentence::reference, "kinds",
            &Sentence::kinds, "source_words", &Sentence::source_words, "systems",
            &Sentence::systems);
  }
};

/// The sentences where a system leads the best other one most, by kSentenceMetric.
struct BiggestWins {
  struct Win {
    std::size_t sentence = 0;  ///< index
    double lead = 0;           ///< over the best other system

    static void describe(auto& v) { v.facts("sentence", &Win::sentence, "lead", &Win::lead); }
  };
  std::vector<Win> wins = {};  ///< largest lead first
};

/// The biggest wins of each system.
std::vector<BiggestWins> biggest_wins(const std::vector<Sentence>& sentences,
                                      std::size_t most = 10);

struct SentenceKind {
  const char* name;       ///< "question", "negation", "numbers", "names"
  const char* sentences;  ///< sentences of the kind: "sentences with a negation"
};

/// All kinds, in the order in which they are shown.
std::span<const SentenceKind> sentence_kinds();

/// The names of the kinds to which an English or French sentence belongs, by simple signs:
/// question: it ends in a question mark; negation: not, never, ne, jamais, ...; numbers: digits, or
/// a number from two up in letters; names: a capital inside the sentence (none in a text without
/// capitals).
std::vector<std::string> kinds_of(const SplitLine& sentence);

}  // namespace regard::compare
