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

/// A model's attention: for each word of its translation, weights over the source words, taken from
/// the model's model::AlignmentSource.
struct WordAttention {
  std::vector<std::string> source = {};  ///< words separated by white space
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
  double score = 0;  ///< after the length penalty; determines the order of the list

  static void describe(auto& v) {
    using O = NBestEntry;
    v.facts("text", &O::text, "log_prob", &O::log_prob, "score", &O::score);
  }
};

/// The default metric for comparing single sentences.
inline constexpr const char* kSentenceMetric = "chrf";

/// One system's translation of one sentence.
struct SystemOutput {
  std::string hypothesis = {};
  /// Sentence-level scores by MetricScores::key.
  std::map<std::string, double> scores = {};
  std::vector<DifferencePart> against_reference = {};  ///< difference from reference to hypothesis
  std::vector<DifferencePart> against_first =
      {};  ///< difference from the first system's hypothesis; empty for that system

  // Only for models.
  std::optional<double> log_prob = {};  ///< log-probability of the hypothesis, including eos
  std::optional<double> score = {};     ///< after the length penalty
  std::vector<NBestEntry> n_best = {};  ///< starts with the hypothesis; empty if not sampled
  std::optional<WordAttention> attention = {};  ///< empty if not sampled

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

/// The sentences with the largest lead of a system over the best other one, by kSentenceMetric.
struct BiggestWins {
  struct Win {
    std::size_t sentence = 0;  ///< index
    double lead = 0;           ///< over the best other system

    static void describe(auto& v) { v.facts("sentence", &Win::sentence, "lead", &Win::lead); }
  };
  std::vector<Win> wins = {};  ///< in descending order of lead
};

/// The biggest wins of each system.
std::vector<BiggestWins> biggest_wins(const std::vector<Sentence>& sentences,
                                      std::size_t most = 10);

struct SentenceKind {
  const char* name;       ///< "question", "negation", "numbers", "names"
  const char* sentences;  ///< noun phrase for such sentences: "sentences with a negation"
};

/// All kinds in display order.
std::span<const SentenceKind> sentence_kinds();

/// The kinds of an English or French sentence, determined by simple rules. question: ends in a
/// question mark; negation: contains not, never, ne, jamais, ...; numbers: contains digits or a
/// spelled-out number from two up; names: has a capital after the first word (so a lowercased
/// sentence never is of this kind).
std::vector<std::string> kinds_of(const SplitLine& sentence);

}  // namespace regard::compare
