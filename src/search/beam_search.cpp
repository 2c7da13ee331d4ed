#include "regard/search/beam_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "regard/search/sentence_search.h"

namespace regard::search {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

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
    if (std::isnan(values[row][0])) throw broken_weights();
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
  const torch::InferenceMode inference;
  std::vector<SentenceSearch> active;
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
    if (!active.front().may_end()) log_probs.select(1, options.eos).fill_(kNever);

    const auto continuations =
        best_continuations(log_probs, SentenceSearch::continuations_wanted(options));
    size_t first_row = 0;
    for (auto& sentence : active) {
      const size_t rows = sentence.living().size();
      sentence.advance(std::span(continuations).subspan(first_row, rows),
                       static_cast<int64_t>(first_row));
      first_row += rows;
    }
    std::erase_if(active, [&](SentenceSearch& sentence) {
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
    max_lengths.push_back(
        max_length(options, lengths.const_data_ptr<int64_t>()[row], model.max_steps()));
  }
  if (max_lengths.empty()) return {};
  ModelSteps steps(model, model.encode(source, source_lengths));
  return beam_search([&](const StepInput& input) { return steps(input); }, max_lengths, options);
}

}  // namespace regard::search
