#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "config/data_options.h"
#include "regard/config/check.h"

namespace regard::config {

/// Number type of matrix multiplications in training.
enum class Precision { automatic, float32, bf16, fp16 };
constexpr auto names_of(Precision) { return std::array{"auto", "float32", "bf16", "fp16"}; }

/// Which implementation of the operations to use (ops/bodies.h).
enum class Bodies { automatic, plain };
constexpr auto names_of(Bodies) { return std::array{"auto", "plain"}; }

enum class OptimizerKind { adam, adamw, sgd };
constexpr auto names_of(OptimizerKind) { return std::array{"adam", "adamw", "sgd"}; }

/// The loss: the mean over target tokens, or the book's sum of the sentence means.
enum class LossForm { mean, book };
constexpr auto names_of(LossForm) { return std::array{"mean", "book"}; }

/// How weights are initialized: in regard's way (nn/linear.h) or in the book's.
enum class FirstWeights { regard, book };
constexpr auto names_of(FirstWeights) { return std::array{"regard", "book"}; }

/// Which weights decay; matrices are weights with two or more dimensions.
enum class Decayed { matrices, all };
constexpr auto names_of(Decayed) { return std::array{"matrices", "all"}; }

enum class Schedule { constant, inverse_sqrt, cosine, linear, wsd };
constexpr auto names_of(Schedule) {
  return std::array{"constant", "inverse_sqrt", "cosine", "linear", "wsd"};
}

/// Values of training.best_by: the loss, or a validation metric (metrics/metric_table.h).
std::vector<std::string> ways_to_be_best();

/// Options for forming batches from sentences, and updates from batches.
struct BatchOptions {
  AutoInt batch_tokens = {4096};
  int64_t update_tokens = 0;
  int64_t batch_sentences = 0;
  int64_t accumulate = 1;
  bool by_length = true;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = BatchOptions;
    v.field("batch_tokens", &O::batch_tokens, count_or_auto(1),
            "Token budget of a batch: sentences * (longest source + longest target), padding "
            "included; for a language model, segments * bptt.steps. auto: the largest power of two "
            "that fits in memory, found by trial at the start, at most 8192 on a CPU and 131072 on "
            "a GPU, because more is not faster. Use auto with update_tokens.");
    v.field("update_tokens", &O::update_tokens, count_of(0),
            "Token budget of an update: as many batches as needed are accumulated, so any batch "
            "size that fits the device will do. With batch_tokens: auto, batches shrink to divide "
            "the budget evenly. 0: accumulate `accumulate` batches.");
    v.field("batch_sentences", &O::batch_sentences, count_of(0),
            "Maximum number of sentences, or segments, in a batch. 0: no limit.");
    v.field(
        "accumulate", &O::accumulate, count_of(1, limits::kAccumulated),
        "Number of batches whose gradients are added up for one update. See also update_tokens.");
    v.field("by_length", &O::by_length,
            "Form batches of sentences with similar lengths, which saves padding. false: random "
            "order, as in d2l. Ignored by language models.");
  }
};

/// Options for the optimizer.
struct OptimizerOptions {
  OptimizerKind optimizer = OptimizerKind::adam;
  double learning_rate = 0.001;
  double beta1 = 0.9;
  double beta2 = 0.98;
  double epsilon = 1e-9;
  double momentum = 0.0;
  double weight_decay = 0.0;
  Decayed decayed = Decayed::matrices;
  double clip_norm = 1.0;
  bool shard_optimizer = false;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = OptimizerOptions;
    v.field(
        "optimizer", &O::optimizer,
        "adam adds weight decay to the gradient (L2); adamw subtracts it from the weight "
        "(Loshchilov and Hutter, 2019); sgd is gradient descent, with weight decay as in adam.");
    v.field("learning_rate", &O::learning_rate, more_than(0.0),
            "Peak learning rate of the schedule. With init_from, the default is a tenth of the "
            "usual rate.");
    v.field("beta1", &O::beta1, from_to_below(0.0, 1.0), "Adam's decay of the first moment.");
    v.field("beta2", &O::beta2, from_to_below(0.0, 1.0), "Adam's decay of the second moment.");
    v.field("epsilon", &O::epsilon, more_than(0.0), "Adam's epsilon.");
    v.field("momentum", &O::momentum, from_to_below(0.0, 1.0),
            "Momentum of sgd: velocity = momentum * velocity + gradient.");
    v.field("weight_decay", &O::weight_decay, at_least(0.0), "See optimizer.");
    v.field("decayed", &O::decayed,
            "Weights that weight_decay applies to: matrices, including embeddings, but not biases "
            "or gains of normalizations; or all.");
    v.field("clip_norm", &O::clip_norm, at_least(0.0),
            "Maximum norm of all gradients together. 0: no clipping.");
    v.field("shard_optimizer", &O::shard_optimizer,
            "With several processes, each keeps the optimizer state only for its share of the "
            "parameters (ZeRO, stage 1). Does not change results.");
  }
};

/// Options for the learning rate schedule, the weights' moving average, and their rounding.
struct ScheduleOptions {
  Schedule schedule = Schedule::inverse_sqrt;
  int64_t warmup = 1000;
  int64_t cooldown = 0;
  double ema = 0.0;
  double quantize_from = 0.0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ScheduleOptions;
    v.field("schedule", &O::schedule,
            "Learning rate after the linear warm-up: constant; learning_rate * sqrt(warmup / step) "
            "(inverse_sqrt; Vaswani et al., 2017, section 5.3, scaled to its peak); half a cosine, "
            "or a line, down to 0 at the last step; or warm-up, stable, decay (wsd): constant "
            "until the last `cooldown` steps, then learning_rate * (1 - sqrt(elapsed share of the "
            "cooldown)) (Hägele et al., 2024, arXiv:2405.18392).");
    v.field(
        "warmup", &O::warmup, count_of(0),
        "Steps during which the learning rate grows linearly from 0: at most `steps`, and fewer "
        "than `steps` with the cosine or linear schedule.");
    v.field("cooldown", &O::cooldown, count_of(0),
            "Final steps during which the learning rate of wsd falls to 0. 0: a fifth of `steps`.");
    v.field("ema", &O::ema, from_to_below(0.0, 1.0),
            "Decay of an exponential moving average of the weights (Polyak and Juditsky, 1992), at "
            "most (1 + step) / (10 + step). The average is validated and saved; 0.999 averages "
            "over about a thousand steps. 0: no average.");
    v.field(
        "quantize_from", &O::quantize_from, from_to_below(0.0, 1.0),
        "Share of the steps after which computations use matrices rounded to 8-bit integers, as "
        "with regard quantize, while the optimizer updates the unrounded ones, so that the model "
        "learns to tolerate rounding (quantization-aware training with the straight-through "
        "estimator; Jacob et al., 2018, arXiv:1712.05877). Validation and test use rounded "
        "weights; the unrounded ones are saved. Activations stay float32. 0: never. Translation "
        "only.");
  }
};

/// Options for the training loss and the terms added to it.
struct LossOptions {
  LossForm loss = LossForm::mean;
  double label_smoothing = 0.1;
  double word_dropout = 0.0;
  double r_drop = 0.0;
  double guided_alignment = 0.0;
  int64_t alignment_pairs = 500'000;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = LossOptions;
    v.field("loss", &O::loss,
            "Loss of an update. mean: the mean over its target tokens. book: the sum over its "
            "sentences of the mean over data.max_length positions, with padding counted as 0 "
            "(d2l 10.7); its gradient is larger, which affects clip_norm. Translation only.");
    v.field("label_smoothing", &O::label_smoothing, from_to_below(0.0, 1.0),
            "Probability mass moved from the reference token to all classes, including padding "
            "(PyTorch's definition).");
    v.field("word_dropout", &O::word_dropout, from_to_below(0.0, 1.0),
            "Share of tokens in the source and the decoder's input to replace by the unknown token "
            "in training. The tokens to predict do not change.");
    v.field("r_drop", &O::r_drop, at_least(0.0),
            "alpha of R-Drop (Liang et al., 2021, arXiv:2106.14448): each batch passes through the "
            "model twice with different dropout, and the loss is the mean of the two plus alpha / "
            "4 times the KL divergence of the predictions in both directions. Doubles time and "
            "memory. 0: one pass. Translation only.");
    v.field(
        "guided_alignment", &O::guided_alignment, at_least(0.0),
        "Weight of guided alignment (Chen et al., 2016, arXiv:1607.01628): the first head of each "
        "layer that attends to the source learns the word links of regard align. Attention is then "
        "learned in fewer steps. 0: none. Only for translation models with attention.");
    v.field("alignment_pairs", &O::alignment_pairs, count_of(1),
            "Maximum number of training pairs to learn links from, spread evenly over the text.");
  }
};

/// Options for logging, validating, saving and early stopping.
struct MonitoringOptions {
  int64_t report_every = 100;
  int64_t validate_every = 500;
  int64_t bleu_every = 4;
  int64_t save_every = 500;
  int64_t patience = 0;
  std::string best_by = "loss";
  int64_t keep_checkpoints = 0;
  int64_t average = 0;
  int64_t max_skipped = 10;
  bool film = false;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = MonitoringOptions;
    v.field("report_every", &O::report_every, count_of(1), "Steps between log lines.");
    v.field("validate_every", &O::validate_every, count_of(1), "Steps between validations.");
    v.field("bleu_every", &O::bleu_every, count_of(0),
            "At every N-th validation, translate the validation set with greedy search and score "
            "it with all metrics. 0: only at the end.");
    v.field("save_every", &O::save_every, count_of(1),
            "Steps between saves of the training state for --resume.");
    v.field("patience", &O::patience, count_of(0),
            "Stop after this many validations without improvement. 0: never stop early.");
    v.field("best_by", &O::best_by, one_of(ways_to_be_best()),
            "Criterion for the best weights: validation loss, or a metric. With a metric, the set "
            "is translated with greedy search at every validation.");
    v.field("keep_checkpoints", &O::keep_checkpoints, count_of(0),
            "Number of most recent validated checkpoints to keep in addition to the best one, for "
            "`regard average`.");
    v.field("average", &O::average, count_of(0),
            "At the end, average the weights of the last N validations, and save the average as "
            "model.safetensors if it is better than the best checkpoint. 0 and 1: no average.");
    v.field("max_skipped", &O::max_skipped, count_of(0),
            "A step whose loss or gradient is not finite is skipped. After more than this many in "
            "a row, training returns to its last saved state with half the learning rate; the "
            "second time, it stops.");
    v.field(
        "film", &O::film,
        "Record training for `regard film`: at growing intervals, translations of three validation "
        "sentences, their attention, and the gradient norm of each layer. Translation only.");
  }
};

/// The options in the section `training`.
struct TrainingOptions : BatchOptions,
                         OptimizerOptions,
                         ScheduleOptions,
                         LossOptions,
                         MonitoringOptions {
  int64_t steps = 10000;
  double minutes = 0.0;
  bool minutes_with_preparation = false;
  bool scale_to_minutes = false;
  int64_t max_epochs = 0;
  std::string init_from = {};
  FirstWeights first_weights = FirstWeights::regard;
  NoiseOptions noise = {};
  int64_t seed = 1;
  int64_t threads = 0;
  std::string device = "auto";
  Precision precision = Precision::float32;
  Bodies ops = Bodies::automatic;

  double seconds() const { return 60.0 * minutes; }  ///< time limit of the run

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TrainingOptions;
    v.field("steps", &O::steps, count_of(1), "Total number of optimizer updates.");
    v.field("minutes", &O::minutes, at_least(0.0),
            "Train for this many minutes, not counting interruptions, instead of for `steps` "
            "updates. Every number of steps in this section is then a share of `steps`: with steps "
            "1000, a warmup of 100 takes a tenth of the time. 0: no limit.");
    v.field("minutes_with_preparation", &O::minutes_with_preparation,
            "Include preparation in `minutes`: reading and encoding the texts, training the "
            "tokenizer, alignment. At least half of the time is used for training. The number of "
            "steps then depends on the content of the cache. `regard train --data` sets this key.");
    v.field("scale_to_minutes", &O::scale_to_minutes,
            "Measure at the start how many of the `steps` fit into `minutes`. If not all do, "
            "reduce batch_tokens, learning_rate, ema, model.dropout and tokenizer.sampling to suit "
            "a short run, and increase beta2 and validate_every. The run's config.yaml contains "
            "the new values. No effect without `minutes`.");
    v.field("max_epochs", &O::max_epochs, count_of(0),
            "Stop after this many passes over the training text, even before `steps` or `minutes`. "
            "0: no limit.");
    v.field("init_from", &O::init_from, anything<std::string>(),
            "Run directory from which to load the best weights and the tokenizer; the optimizer "
            "and the schedule start afresh. The model section must equal that of the run. The "
            "initial weights are also validated, and kept if no later ones are better. Empty: "
            "random weights.");
    v.field("first_weights", &O::first_weights,
            "Random initialization; matrices are Xavier uniform (Glorot and Bengio, 2010). regard: "
            "embeddings have length 1, biases are 0. book: embeddings are standard normal, biases "
            "uniform, which are PyTorch's defaults, as in d2l.");
    v.field("noise", &O::noise,
            "Errors to insert in some training sentences, different ones in each epoch, so that "
            "the model can translate text with such errors. Translation only.");
    v.field("seed", &O::seed, count_of(0, std::numeric_limits<int64_t>::max()),
            "Seed of initial weights, dropout and the order of batches.");
    v.field("threads", &O::threads, count_of(0, limits::kThreads),
            "CPU threads. 0: one per core that the process may use.");
    v.field("device", &O::device, device_name(),
            "Where to compute. auto uses a GPU if there is one.");
    v.field(
        "precision", &O::precision,
        "Precision of matrix multiplications in training; weights and everything else stay "
        "float32. bf16 rounds their inputs and results to bfloat16, on a CPU only if it has "
        "AVX512-BF16. auto measures once, at the start of the run, and uses bf16 if it is clearly "
        "faster. fp16 rounds to float16 and scales the loss, for GPUs without bfloat16.");
    v.field("ops", &O::ops,
            "Implementation of operations: fused where available (auto), or always LibTorch's own "
            "operators (plain), which are slower but better for reading, debugging and teaching.");
    BatchOptions::describe(v);
    OptimizerOptions::describe(v);
    ScheduleOptions::describe(v);
    LossOptions::describe(v);
    MonitoringOptions::describe(v);
  }
};

}  // namespace regard::config
