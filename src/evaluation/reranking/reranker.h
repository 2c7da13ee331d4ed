#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/experiment.h"
#include "regard/config/check.h"
#include "regard/config/search_options.h"
#include "regard/translate/translation.h"
#include "regard/translate/translator_options.h"

namespace regard::translate {

/// The features of a candidate, in the order of the weights (reranker.h).
using Features = std::vector<double>;

/// A candidate for a line, scored by several models. Its score is the weighted sum of its features:
/// a log-linear model (Och and Ney, 2002, aclanthology.org/P02-1038).
struct Rated {
  std::string text;
  Features features;
};

double weighted_sum(std::span<const double> features, std::span<const double> weights);

/// The texts of several n-best lists for a line, without duplicates, in order of appearance.
std::vector<std::string> merged_texts(std::span<const Translation> lists);

/// The candidate with the highest score; the first one on a tie. There must be at least one.
size_t best_of(std::span<const Features> features, std::span<const double> weights);

/// Sorts candidates by score, best first; ties keep their order.
std::vector<Rated> ranked(std::vector<Rated> candidates, std::span<const double> weights);

/// Combines the candidates of a line's parts, which are sentences. Returns the `most` best
/// combinations of one candidate per part, best first. Texts are joined by spaces. Features, and
/// therefore scores, are averaged over the parts. Empty without parts.
std::vector<Rated> joined_candidates(std::span<const std::vector<Rated>> parts,
                                     std::span<const double> weights, size_t most);

/// The weight of a model's log-probability.
struct ModelWeight {
  std::string model = {};         ///< the last component of its path
  std::string architecture = {};  ///< its `model.type`
  double weight = 0.0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ModelWeight;
    v.field("model", &O::model, "Name of the model's directory.");
    v.field("architecture", &O::architecture, "The model's architecture.");
    v.field("weight", &O::weight, "Weight of the model's log-probability.");
  }
};

/// The weights of the features used to rank candidates (reranker.h). Only their ratios matter.
struct RerankingWeights {
  std::vector<ModelWeight> forward = {};  ///< weights of P(target | source)
  std::vector<ModelWeight> reverse = {};  ///< weights of P(source | target)
  double words = 0.0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RerankingWeights;
    v.field("forward", &O::forward, "Models that translate.");
    v.field("reverse", &O::reverse, "Models that translate in the opposite direction.");
    v.field("words", &O::words, "Weight of the number of words.");
  }

  /// The weights in feature order: forward, reverse, words.
  std::vector<double> values() const;
  void set_values(std::span<const double> values);
};

/// Writes the weights as YAML, atomically.
void save_weights(const std::string& path, const RerankingWeights& weights);

/// Reads a file of weights. Throws Error if it is missing or damaged, or if its models differ from
/// those of `own` in name, architecture or order.
RerankingWeights load_weights(const std::string& path, const RerankingWeights& own);

struct RerankerOptions {
  std::vector<std::string> forward;  ///< model directories; at least one
  std::vector<std::string> reverse = {};
  TranslatorOptions computing = {};
  /// Adjusts the `search` section of each forward model's config.
  std::function<void(config::SearchOptions&)> override_search = [](auto&) {};
  int64_t n_best = 0;  ///< candidates from each forward model; 0: its whole beam
};

/// Translates with several models, which need not share a tokenizer. Each forward model proposes
/// its n-best list, and all models score all candidates. The features, in order:
///   of each forward model   log P(target | source), after its length penalty
///   of each reverse model   log P(source | target), the noisy channel, after its length penalty
///   the number of words     separated by spaces
/// The coverage penalty is omitted because it needs attention. For noisy-channel reranking see Yee,
/// Dauphin and Auli (2019), arXiv:1908.05731.
class Reranker {
 public:
  /// Throws the same errors as TranslationModel. Also throws Error if the models do not share one
  /// pair of languages, or if `n_best` exceeds a model's beam size.
  explicit Reranker(const RerankerOptions& options);
  ~Reranker();

  /// Weights of 1 for each forward model, 0.5 for each reverse model, 0 for the number of words.
  const RerankingWeights& default_weights() const;
  /// The config of the first forward model, which determines how lines are split into sentences.
  const config::Experiment& experiment() const;

  /// The candidates of each line, ranked by `weights`; empty for a blank line. A line of several
  /// sentences gets combinations of their candidates (reranker.h), at most as many as one sentence
  /// may have.
  std::vector<std::vector<Rated>> candidates(
      std::span<const std::string> lines, std::span<const double> weights,
      const std::function<void()>& before_step = [] {}) const;

  /// Translates running text (translate_document.h) using the best candidate of each sentence.
  std::vector<std::string> translate_text(const std::vector<std::string>& lines,
                                          std::span<const double> weights) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate
