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

/// A candidate of a line that several models have scored. Its score is the weighted sum of its
/// features, a log-linear model (Och and Ney, 2002, aclanthology.org/P02-1038).
struct Rated {
  std::string text;
  Features features;
};

double weighted_sum(std::span<const double> features, std::span<const double> weights);

/// The texts of several n-best lists of a line, each once, in the order of their appearance.
std::vector<std::string> merged_texts(std::span<const Translation> lists);

/// The candidate with the largest score, the first of equals. `features` has at least one.
size_t best_of(std::span<const Features> features, std::span<const double> weights);

/// Best first; equals keep their order.
std::vector<Rated> ranked(std::vector<Rated> candidates, std::span<const double> weights);

/// The candidates of a line from those of its parts, the sentences: the `most` best combinations of
/// one candidate per part, best first. Texts are joined by spaces; features are the means of those
/// of the parts, so a score is the mean, too. None without parts.
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
    v.field("weight", &O::weight, "Weight of its log-probability.");
  }
};

/// The weights of the features by which candidates are ranked (reranker.h). Only their ratios
/// count.
struct RerankingWeights {
  std::vector<ModelWeight> forward = {};  ///< weights of P(target | source)
  std::vector<ModelWeight> reverse = {};  ///< weights of P(source | target)
  double words = 0.0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RerankingWeights;
    v.field("forward", &O::forward, "Models that translate.");
    v.field("reverse", &O::reverse, "Models that translate back.");
    v.field("words", &O::words, "Weight of the number of words.");
  }

  /// In the order of the features: forward, reverse, words.
  std::vector<double> values() const;
  void set_values(std::span<const double> values);
};

/// Writes YAML, atomically.
void save_weights(const std::string& path, const RerankingWeights& weights);

/// Throws Error if the file is missing or damaged, or if its models have other names or
/// architectures than those of `own`, or another order.
RerankingWeights load_weights(const std::string& path, const RerankingWeights& own);

struct RerankerOptions {
  std::vector<std::string> forward;  ///< model directories; at least one
  std::vector<std::string> reverse = {};
  TranslatorOptions computing = {};
  /// Changes the `search` section of each forward model's config.
  std::function<void(config::SearchOptions&)> override_search = [](auto&) {};
  int64_t n_best = 0;  ///< candidates that each forward model proposes; 0: its whole beam
};

/// Translates with several models together, which need not share a tokenizer. Each forward model
/// proposes its n-best list, and all models score all candidates. The features, in order:
///   of each forward model   log P(target | source), after the length penalty of its search
///   of each reverse model   log P(source | target), the noisy channel, after its own penalty
///   the number of words     separated by spaces
/// The coverage penalty is left out, since it needs attention. Reranking by the channel: Yee,
/// Dauphin and Auli (2019), arXiv:1908.05731.
class Reranker {
 public:
  /// Throws Error as TranslationModel does; if the models do not translate between the same two
  /// languages; and if `n_best` exceeds a model's beam.
  explicit Reranker(const RerankerOptions& options);
  ~Reranker();

  /// 1 for each forward model, 0.5 for each reverse model, 0 for the number of words.
  const RerankingWeights& default_weights() const;
  /// The config of the first forward model, which splits lines into sentences.
  const config::Experiment& experiment() const;

  /// The candidates of each line, best first by `weights`; none for a blank line. A line of several
  /// sentences has combinations of theirs (reranker.h), as many as one sentence may have
  /// candidates.
  std::vector<std::vector<Rated>> candidates(
      std::span<const std::string> lines, std::span<const double> weights,
      const std::function<void()>& before_step = [] {}) const;

  /// Translates running text (translate_document.h), each sentence to its best candidate.
  std::vector<std::string> translate_text(const std::vector<std::string>& lines,
                                          std::span<const double> weights) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate
