#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "architecture/alignment_source.h"
#include "corpus/shuffle.h"
#include "optimizer/optimizer.h"
#include "runs/film.h"
#include "text/tokenizer_pair.h"

namespace regard::train {

/// Splits `all`, in order, into `parts` nearly equal pieces; fewer if it has fewer elements.
template <class Element>
std::vector<std::span<const Element>> split(std::span<const Element> all, int64_t parts) {
  std::vector<std::span<const Element>> pieces;
  const size_t count = std::min(static_cast<size_t>(parts), all.size());
  for (size_t i = 0; i < count; ++i) {
    const size_t begin = all.size() * i / count, end = all.size() * (i + 1) / count;
    pieces.push_back(all.subspan(begin, end - begin));
  }
  return pieces;
}

/// Sums over the target tokens of a step's batches.
struct StepSums {
  double loss = 0;
  double negative_log_likelihood = 0;
  int64_t source_tokens = 0;  ///< 0 without a source
  int64_t target_tokens = 0;
  double flops = 0;  ///< floating-point operations, forward and backward, of real tokens only
};

struct Validation {
  double loss = 0;  ///< mean negative log-likelihood per target token, without label smoothing
  int64_t target_tokens = 0;
  /// Scores of translations, if requested and available, under the names of validation metrics
  /// (metrics/metric_table.h).
  std::map<std::string, double> scores = {};

  struct Sample {
    std::string source, reference, translation;
  };
  std::vector<Sample> samples = {};  ///< the first sentences, if they were translated

  std::string name = {};  ///< name of the text, if it is one of several
  /// Results for each text of a list (data.valid); the other members are then their means.
  std::vector<Validation> texts = {};
};

/// The validation of a list of texts: the loss is the mean over all target tokens, and each score
/// is the mean over the texts.
Validation mean_of(std::vector<Validation> texts);

/// A sentence, pair or segment of a batch, for messages.
struct BatchText {
  std::string where;  ///< "file:line"
  std::string text;   ///< as the model reads it; source and target separated by a tab
};

/// FLOPs of both passes per FLOP of the forward pass; the backward pass computes two gradients.
inline constexpr double kForwardAndBackward = 3;

/// The objective of training: a model, its texts and its loss. The trainer uses tasks only through
/// this class. Gradients depend only on the weights, the task's position and carried state, and
/// torch's random generators.
class Task {
 public:
  using BeforeBatch = std::function<void()>;

  virtual ~Task() = default;

  virtual torch::nn::Module& model() = 0;  ///< on the training device
  virtual const text::TokenizerPair& tokenizers() const = 0;

  /// Reads the next `batches` batches and adds the gradient of their loss (training.loss) to the
  /// parameters' gradients. The rows of a batch are computed in `parts` successive parts, which
  /// saves memory. Each process computes its share; token counts are global, all other sums are
  /// local. Calls `before_last` before the last backward pass.
  virtual StepSums accumulate_gradients(int64_t batches, int64_t parts,
                                        const BeforeBatch& before_last) = 0;
  /// Multiplies the loss by `factor` for the gradients, but not for the sums. Initially 1.
  virtual void set_loss_scale(double factor) = 0;
  /// The texts of the batches that accumulate_gradients() last read.
  virtual std::vector<BatchText> last_texts() const = 0;

  /// Sets the token budget of a batch (training.batch_tokens) if the experiment leaves it open;
  /// call it before reading anything.
  virtual void set_batch_tokens(int64_t tokens) = 0;
  /// Adds the gradients of a trial: a batch of about `tokens` tokens made of the longest texts, so
  /// that no other batch of this budget takes more memory.
  virtual void try_batch(int64_t tokens) = 0;

  virtual corpus::SamplerPosition position() const = 0;
  /// State carried from one step to the next, other than weights and position.
  virtual NamedTensors carried() const { return {}; }
  /// Continues from a saved position. Throws Error if the texts have no such position; if the
  /// carried state does not fit the model, the Error does not name a file.
  virtual void resume(corpus::SamplerPosition position,
                      const std::map<std::string, torch::Tensor>& carried) = 0;

  virtual bool has_validation() const = 0;
  /// Validates the model, with translations and their scores if requested. Calls `before_batch`
  /// before each batch of the text; it may throw to end the validation.
  virtual Validation validate(bool with_translations, const BeforeBatch& before_batch) = 0;

  /// The best source of the model's alignments on the validation set; nullopt if there is no
  /// choice.
  virtual std::optional<model::AlignmentSource> chosen_alignment() { return {}; }

  /// Filmed sentences under the current weights; empty if the task does not translate.
  virtual std::vector<FilmedSentence> filmed() { return {}; }

  virtual bool has_test() const = 0;
  /// Evaluates the model on the test set and reports the result.
  virtual Validation test(const BeforeBatch& before_batch) = 0;
};

}  // namespace regard::train
