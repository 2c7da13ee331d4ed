#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/experiment.h"
#include "regard/config/search_options.h"
#include "regard/translate/translator_options.h"
#include "reranking/rated.h"
#include "reranking/reranking_weights.h"

namespace regard::translate {

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
  /// Of the first forward model: the one that splits lines into sentences.
  const config::Experiment& experiment() const;

  /// The candidates of each line, best first by `weights`; none for a blank line. A line of several
  /// sentences has combinations of theirs (rated.h), as many as one sentence may have candidates.
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
