#include "regard/search/beam_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "regard/base/error.h"

namespace regard::search {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

/// A token that may follow a hypothesis, with its log-probability.
struct Continuation {
  double log_prob;
  int64_t token;

  /// Orders the best first.
  bool operator<(const Continuation& other) const {
    return std::tie(other.log_prob, token) < std::tie(log_prob, other.token);
  }
};

/// The best `count` continuations of each row of log_probs (rows, vocab), best first.
std::vector<std::vector<Continuation>> best_continuations(const torch::Tensor& log_probs,
                                                          int64_t count) {
  const int64_t vocab = log_probs.size(1);
  // One more than needed, to see whether the last place is contested: `topk` decides that anyhow.
  const auto [top_values, top_tokens] = log_probs.topk(std::min(count + 1, vocab), 1);
  const auto values_on_cpu = top_values.to(torch::kCPU, torch::kFloat64).contiguous();
  const auto tokens_on_cpu = top_tokens.to(torch::kCPU).contiguous();
  const auto values = values_on_cpu.accessor<double, 2>();
  const auto tokens = tokens_on_cpu.accessor<int64_t, 2>();

  std::vector<std::vector<Continuation>> best(static_cast<size_t>(log_probs.size(0)));
  for (int64_t row = 0; row < log_probs.size(0); ++row) {
    auto& continuations = best[static_cast<size_t>(row)];
    if (std::isnan(values[row][0])) {
      throw Error("the model computes no numbers (NaN): its weights are broken", {},
                  "take the weights of an earlier checkpoint", ExitCode::failure);
    }
    if (vocab > count && values[row][count - 1] == values[row][count]) {
      const auto tied = log_probs[row].ge(top_values[row][count]).nonzero().squeeze(1);
      const auto tied_values =
          log_probs[row].index_select(0, tied).to(torch::kCPU, torch::kFloat64);
      const auto tied_tokens = tied.to(torch::kCPU);
      for (int64_t i = 0; i < tied_tokens.size(0); ++i) {
        continuations.push_back({tied_values.data_ptr<double>()[i],  //
                                 tied_tokens.data_ptr<int64_t>()[i]});
      }
    } else {
      for (int64_t i = 0; i < std::min(count, vocab); ++i) {
        continuations.push_back({values[row][i], tokens[row][i]});
      }
    }
    std::sort(continuations.begin(), continuations.end());
    while (!continuations.empty() && (static_cast<int64_t>(continuations.size()) > count ||
                                      continuations.back().log_prob == kNever)) {
      continuations.pop_back();
    }
  }
  return best;
}

/// A living hypothesis.
struct Living {
  std::vector<int64_t> tokens;
  double log_prob = 0.0;
  int64_t row = 0;  ///< in the step that made it
};

/// What search knows of one sentence.
class Sentence {
 public:
  Sentence(int64_t index, int64_t max_length, const BeamSearchOptions& options)
      : index_(index), max_length_(max_length), options_(&options), living_(1) {
    living_.front().row = index;
  }

  int64_t index() const { return index_; }
  const std::vector<Living>& living() const { return living_; }
  bool is_done() const { return living_.empty(); }

  /// Takes the step: `continuations` are those of its living hypotheses, the first of which was
  /// `first_row` of the step.
  void advance(std::span<const std::vector<Continuation>> continuations, int64_t first_row);

  /// The n best, when done.
  std::vector<Hypothesis> n_best();

 private:
  struct Candidate {
    double log_prob;
    int64_t parent;
    int64_t token;
  };
  std::vector<Candidate> ordered(std::span<const std::vector<Continuation>> continuations) const;
  void finish(const std::vector<int64_t>& tokens, double log_prob, bool finished);
  bool nothing_better_can_come() const;

  int64_t index_;
  int64_t max_length_;
  const BeamSearchOptions* options_;
  std::vector<Living> living_;        // best first, all of the same length
  std::vector<Hypothesis> finished_;  // in the order of finishing
};

std::vector<Sentence::Candidate> Sentence::ordered(
    std::span<const std::vector<Continuation>> continuations) const {
  std::vector<Candidate> candidates;
  for (size_t parent = 0; parent < living_.size(); ++parent) {
    for (const auto& [log_prob, token] : continuations[parent]) {
      candidates.push_back(
          {living_[parent].log_prob + log_prob, static_cast<int64_t>(parent), token});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(b.log_prob, a.parent, a.token) < std::tie(a.log_prob, b.parent, b.token);
  });
  return candidates;
}

void Sentence::advance(std::span<const std::vector<Continuation>> continuations,
                       int64_t first_row) {
  using Beam = BeamSearchOptions::Beam;
  const auto beam_size = static_cast<size_t>(options_->beam_size);
  const size_t width = options_->beam == Beam::shrink ? beam_size - finished_.size() : beam_size;
  std::vector<Living> next;
  size_t rank = 0;
  for (const auto& [log_prob, parent, token] : ordered(continuations)) {
    const bool is_among_best = rank++ < width;
    if (!is_among_best && (options_->beam == Beam::shrink || next.size() == width)) break;
    auto tokens = living_[static_cast<size_t>(parent)].tokens;
    tokens.push_back(token);
    if (token != options_->eos) {
      if (next.size() < width) next.push_back({std::move(tokens), log_prob, first_row + parent});
    } else if (is_among_best) {
      finish(tokens, log_prob, true);
    }
  }
  living_ = std::move(next);
  if (living_.empty() || nothing_better_can_come()) {
    living_.clear();
  } else if (static_cast<int64_t>(living_.front().tokens.size()) == max_length_) {
    for (const auto& living : living_) finish(living.tokens, living.log_prob, false);
    living_.clear();
  }
}

void Sentence::finish(const std::vector<int64_t>& tokens, double log_prob, bool finished) {
  const auto length = static_cast<int64_t>(tokens.size());
  finished_.push_back({.tokens = tokens,
                       .log_prob = log_prob,
                       .score = options_->penalty.score(log_prob, length, finished),
                       .finished = finished});
}

bool Sentence::nothing_better_can_come() const {
  if (options_->beam_size == 1) return !finished_.empty();
  const auto count = [](int64_t number) { return static_cast<size_t>(number); };
  if ((options_->stop == BeamSearchOptions::Stop::first ||
       options_->beam == BeamSearchOptions::Beam::shrink) &&
      finished_.size() >= count(options_->beam_size)) {
    return true;
  }
  if (options_->stop == BeamSearchOptions::Stop::first ||
      finished_.size() < count(options_->n_best)) {
    return false;
  }
  std::vector<double> scores;
  for (const auto& hypothesis : finished_) scores.push_back(hypothesis.score);
  const auto worst = scores.begin() + static_cast<std::ptrdiff_t>(options_->n_best) - 1;
  std::nth_element(scores.begin(), worst, scores.end(), std::greater<>());
  // Log-probabilities only fall. Divided by the largest normalizer, the best one alive bounds what
  // can still come; what ends with the same score as the worst of the n best stands behind it.
  return living_.front().log_prob / options_->penalty.normalizer(max_length_) <= *worst;
}

std::vector<Hypothesis> Sentence::n_best() {
  std::stable_sort(finished_.begin(), finished_.end(),
                   [](const Hypothesis& a, const Hypothesis& b) {
                     return std::tie(a.finished, a.score) > std::tie(b.finished, b.score);
                   });
  if (finished_.size() > static_cast<size_t>(options_->n_best)) {
    finished_.resize(static_cast<size_t>(options_->n_best));
  }
  return std::move(finished_);
}

void check_options(const BeamSearchOptions& options, std::span<const int64_t> max_lengths) {
  TORCH_CHECK(options.beam_size >= 1, "beam_search: beam_size must be at least 1, got ",
              options.beam_size);
  TORCH_CHECK(options.n_best >= 1, "beam_search: n_best must be at least 1, got ", options.n_best);
  TORCH_CHECK(options.penalty.alpha >= 0.0, "beam_search: alpha must be at least 0, got ",
              options.penalty.alpha);
  for (const int64_t length : max_lengths) {
    TORCH_CHECK(length >= 1, "beam_search: max_lengths must be at least 1, got ", length);
  }
}

/// A model's decoder as beam search sees it.
class ModelSteps {
 public:
  ModelSteps(model::Seq2SeqModel& model, model::Memory memory)
      : model_(model), all_(std::move(memory)), memory_(all_), state_(model.start(all_)) {
    sentences_.resize(static_cast<size_t>(all_.batch()));
    std::iota(sentences_.begin(), sentences_.end(), 0);
  }

  torch::Tensor operator()(const StepInput& input) {
    if (!input.parents.empty() && !is_identity(input.parents)) {
      state_ = state_.select(on_device(input.parents));
    }
    // The rows of a sentence have the same memory, so it changes with the number of rows only.
    if (!std::ranges::equal(input.sentences, sentences_)) {
      sentences_.assign(input.sentences.begin(), input.sentences.end());
      memory_ = all_.select(on_device(input.sentences));
    }
    const auto logits = model_.step(on_device(input.previous), memory_, state_).logits;
    return logits.log_softmax(-1, torch::kFloat32);
  }

 private:
  bool is_identity(std::span<const int64_t> parents) const {
    for (size_t row = 0; row < parents.size(); ++row) {
      if (parents[row] != static_cast<int64_t>(row)) return false;
    }
    return parents.size() == sentences_.size();
  }

  torch::Tensor on_device(std::span<const int64_t> numbers) const {
    return torch::tensor(torch::ArrayRef<int64_t>(numbers.data(), numbers.size()), torch::kInt64)
        .to(all_.states.device());
  }

  model::Seq2SeqModel& model_;
  model::Memory all_;
  model::Memory memory_;  // of the rows of the last step
  model::DecoderState state_;
  std::vector<int64_t> sentences_;  // of the rows of the last step
};

}  // namespace

std::vector<std::vector<Hypothesis>> beam_search(const StepFunction& step,
                                                 std::span<const int64_t> max_lengths,
                                                 const BeamSearchOptions& options) {
  check_options(options, max_lengths);
  const torch::InferenceMode inference;
  std::vector<Sentence> active;
  for (const int64_t max_length : max_lengths) {
    active.emplace_back(static_cast<int64_t>(active.size()), max_length, options);
  }
  std::vector<std::vector<Hypothesis>> found(active.size());

  for (int64_t length = 1; !active.empty(); ++length) {
    std::vector<int64_t> previous, parents, sentences;
    for (const auto& sentence : active) {
      for (const auto& living : sentence.living()) {
        previous.push_back(living.tokens.empty() ? options.bos : living.tokens.back());
        parents.push_back(living.row);
        sentences.push_back(sentence.index());
      }
    }
    if (length == 1) parents.clear();
    auto log_probs = step({.previous = previous, .parents = parents, .sentences = sentences});
    log_probs.select(1, options.pad).fill_(kNever);
    log_probs.select(1, options.bos).fill_(kNever);
    if (length < options.min_length) log_probs.select(1, options.eos).fill_(kNever);

    // Of one hypothesis, at most beam_size continuations live on, and one can be eos.
    const auto continuations = best_continuations(log_probs, options.beam_size + 1);
    size_t first_row = 0;
    for (auto& sentence : active) {
      const size_t rows = sentence.living().size();
      sentence.advance(std::span(continuations).subspan(first_row, rows),
                       static_cast<int64_t>(first_row));
      first_row += rows;
    }
    std::erase_if(active, [&](Sentence& sentence) {
      if (!sentence.is_done()) return false;
      found[static_cast<size_t>(sentence.index())] = sentence.n_best();
      return true;
    });
  }
  return found;
}

std::vector<std::vector<Hypothesis>> beam_search(model::Seq2SeqModel& model,
                                                 const torch::Tensor& source,
                                                 const torch::Tensor& source_lengths,
                                                 const BeamSearchOptions& options) {
  TORCH_CHECK(!model.is_training(), "beam_search: the model must be in eval mode");
  const torch::InferenceMode inference;
  std::vector<int64_t> max_lengths;
  const auto lengths = source_lengths.to(torch::kCPU, torch::kInt64).contiguous();
  for (int64_t row = 0; row < lengths.size(0); ++row) {
    const auto tokens = static_cast<double>(lengths.data_ptr<int64_t>()[row]);
    const auto allowed = static_cast<int64_t>(options.max_length_ratio * tokens);
    max_lengths.push_back(
        std::clamp<int64_t>(allowed + options.max_length_extra, 1, model.max_steps()));
  }
  if (max_lengths.empty()) return {};
  ModelSteps steps(model, model.encode(source, source_lengths));
  return beam_search([&](const StepInput& input) { return steps(input); }, max_lengths, options);
}

}  // namespace regard::search
