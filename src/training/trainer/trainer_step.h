#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batches/batch.h"
#include "config/training_options.h"
#include "corpus/training_examples.h"
#include "model/seq2seq_model.h"
#include "ops/bodies.h"
#include "ops/cross_entropy.h"
#include "regard/config/search_options.h"
#include "runs/film.h"
#include "text/tokenizer_pair.h"
#include "trainer/run_directory.h"
#include "trainer/task.h"

namespace regard::train {

struct ValidationOptions {
  std::optional<config::SearchOptions> search;  ///< unset: loss only
  std::string translations;                     ///< the file to write translations to
  int64_t batch_tokens;                         ///< a budget with which training fits in memory
  std::string tag = {};                         ///< put before each source, in place of search->tag
};

/// Loss and, with a search, the scores of its translations. Calls `before_batch` before each batch;
/// it may throw to end the validation.
Validation validate_model(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
                          const corpus::TestText& text, const ValidationOptions& options,
                          const std::function<void()>& before_batch);

/// Guided alignment (Chen, Matusov, Khadivi and Peter, 2016, arXiv:1607.01628): the cross-entropy
///   - sum over j, i of alignments_ji log weights_ji
/// of attention against the word alignment, summed over the batch's target tokens and averaged over
/// the `weights` of layers, each (batch, 1, target, source); alignments (batch, target, source),
/// whose rows sum to 1, or to 0 for unaligned tokens; is_real (batch, target), false at padding. A
/// zero-dimensional tensor with a gradient.
///
/// A step is guided to the source of the token that it predicts. The middle one of several layers
/// is guided to the source of the token that it reads, which is already known (Chen et al., 2020,
/// arXiv:2004.14837).
torch::Tensor guided_alignment_loss(const std::vector<torch::Tensor>& weights,
                                    const torch::Tensor& alignments, const torch::Tensor& is_real);

}  // namespace regard::train

namespace regard::nn {

/// KL(p || q) + KL(q || p), summed over all rows, of the distributions softmax(p_logits) and
/// softmax(q_logits), both (..., vocab). Differentiable in both.
torch::Tensor symmetric_divergence(const torch::Tensor& p_logits, const torch::Tensor& q_logits);

}  // namespace regard::nn

namespace regard::train {

/// A batch followed by a copy of its rows; dropout differs between the halves.
corpus::Batch doubled(const corpus::Batch& batch);

/// The loss of R-Drop (Liang et al., 2021, arXiv:2106.14448, equation 4) divided by two, so that
/// alpha 0 gives the loss of one pass: the mean of the two passes' losses + alpha / 4 * (KL(p || q)
/// + KL(q || p)). logits (2 * tokens, vocab) and labels (2 * tokens) of a doubled batch, without
/// padding; smoothing and pad as in ops::smoothed_cross_entropy.
ops::TokenLoss r_drop_loss(const torch::Tensor& logits, const torch::Tensor& labels, double alpha,
                           double smoothing, int64_t pad);

/// With probability `rate`, replaces each token (int64, of any shape), except special ones, with
/// the unknown token. This hides whole words or pieces, not parts of their embeddings (Gal and
/// Ghahramani, 2016, arXiv:1512.05287, section 4.2). Draws from torch's generator unless `rate` is
/// 0.
torch::Tensor word_dropout(const torch::Tensor& tokens, double rate);

/// Whether a film frame is due after step `before` of the schedule and up to `now`. Frames are
/// evenly spaced on a logarithmic axis from step 1 to `steps`, the schedule's last, since most
/// changes happen early. There are at most 48 frames and at most one per 20 steps, which limits the
/// overhead of short runs.
bool has_frame(int64_t before, int64_t now, int64_t steps);

/// The layer that a parameter belongs to, under a readable name: encoder.block.0 for
/// encoder.blks.block0.ffn.dense1.weight, encoder.rnn.1 for encoder.rnn.weight_ih_l1_reverse,
/// decoder.attention for decoder.attention.W_q.weight.
std::string layer_of(const std::string& parameter);

/// The gradient norms of a model's layers after a step. Gradients were clipped together, so their
/// current norms are scaled to `norm`, the total norm before clipping.
std::vector<GradientNorm> gradient_norms(const torch::nn::Module& model, double norm);

/// Up to three lines of a text for a film, spread evenly over those with 5 to 15 words, which can
/// be read at a glance, or over all lines if there are none. A line has at most `most_tokens`, eos
/// included.
corpus::TestText lines_to_film(const corpus::TestText& text, const text::TokenizerPair& tokenizers,
                               int64_t most_tokens);

/// Greedy translations of the filmed lines, and the attention that alignments are read from. A
/// translation has at most 1.5 tokens for each token of its source, plus 5, because those of a
/// barely trained model do not end. Draws no random numbers, and restores the model's training
/// mode.
std::vector<FilmedSentence> filmed_sentences(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const corpus::TestText& text);

/// File positions of a batch's first lines, for the log: "train.en:3, train.en:17 and 40 more".
std::string places_in_words(std::span<const BatchText> texts);

/// Ends training that cannot continue: writes the batch to the run directory, one line per sentence
/// ("file:line", tab, text), and throws an Error with `what`, the step, the lines, that file and
/// the last saved state.
[[noreturn]] void fail_not_finite(const std::string& what, int64_t step,
                                  std::span<const BatchText> texts, const RunDirectory& directory);

/// Sets the precision of matrix multiplications (training.precision) during its lifetime: bf16 and
/// fp16 round their inputs and results; weights, activations and the optimizer stay float32. On a
/// CPU without AVX512-BF16, bf16 rounds nothing; fp16 on a CPU only simulates a GPU. `ops` is
/// training.ops: plain selects the plain implementation of every operation.
class ProductPrecision {
 public:
  ProductPrecision(config::Precision precision, torch::Device device,
                   config::Bodies ops = config::Bodies::automatic);

 private:
  std::optional<ops::RoundedProducts> rounded_;
  std::optional<ops::PlainBodies> plain_;
};

}  // namespace regard::train
