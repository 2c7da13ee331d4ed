#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "regard/corpus/sampler_position.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::train {

/// Sums over the target tokens of a step's batches.
struct StepSums {
  double loss = 0;
  double negative_log_likelihood = 0;
  int64_t source_tokens = 0;  ///< 0 where there is no source
  int64_t target_tokens = 0;
  double flops = 0;  ///< floating-point operations, forward and backward, of real tokens alone
};

struct Validation {
  double loss = 0;  ///< mean negative log-likelihood of a target token, without label smoothing
  std::optional<double> bleu;  ///< sacreBLEU's, of translations, if asked for and if there are any
  std::optional<double> chrf;  ///< likewise
};

/// A sentence, pair or segment of a batch, to show to people.
struct BatchText {
  std::string where;  ///< "file:line"
  std::string text;   ///< as the model reads it; source and target with a tab between them
};

/// A backward pass multiplies by each weight twice: for the gradient of what came in, and of it.
inline constexpr double kForwardAndBackward = 3;

/// What is learnt: a model, its texts and its loss. The trainer knows this class only. The
/// gradients that it gives depend on the weights, its position, what it carries and torch's random
/// generators alone.
class Task {
 public:
  using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;
  using BeforeBatch = std::function<void()>;

  virtual ~Task() = default;

  virtual torch::nn::Module& model() = 0;  ///< on the device that it trains on
  virtual const text::TokenizerPair& tokenizers() const = 0;

  /// Reads the next `batches` batches and adds to the parameters' gradients that of the mean loss
  /// of their target tokens. The rows of a batch are computed in so many parts, one after the
  /// other, which takes the less memory. Of several processes each computes its share; the sums
  /// have the tokens of all, and what else is its own. `before_last` is called before the last
  /// backward pass.
  virtual StepSums accumulate_gradients(int64_t batches, int64_t parts,
                                        const BeforeBatch& before_last) = 0;
  /// The loss is multiplied by it for the gradients, not for the sums; 1 until it is set.
  virtual void set_loss_scale(double factor) = 0;
  /// What those batches were.
  virtual std::vector<BatchText> last_texts() const = 0;

  /// The token budget of a batch (training.batch_tokens), where the experiment leaves it open; to
  /// be called before anything is read.
  virtual void set_batch_tokens(int64_t tokens) = 0;
  /// Adds the gradients of a trial: a batch of about so many tokens, made of the longest texts that
  /// there are, so that no other batch of this budget takes more memory.
  virtual void try_batch(int64_t tokens) = 0;

  virtual corpus::SamplerPosition position() const = 0;
  /// What goes over from one step to the next beside weights and position.
  virtual NamedTensors carried() const { return {}; }
  /// Goes on from there. Throws Error where the texts have no such position.
  virtual void resume(corpus::SamplerPosition position,
                      const std::map<std::string, torch::Tensor>& carried) = 0;

  virtual bool has_validation() const = 0;
  /// With translations and their scores, if asked for. `before_batch` is called before each batch
  /// of the text and may throw to end the work.
  virtual Validation validate(bool with_translations, const BeforeBatch& before_batch) = 0;

  virtual bool has_test() const = 0;
  /// Measures the model on the test text and says the result.
  virtual Validation test(const BeforeBatch& before_batch) = 0;
};

}  // namespace regard::train
