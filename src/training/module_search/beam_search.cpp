#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "engine/log_probs.h"
#include "engine/worker.h"
#include "module_search/batches.h"
#include "module_search/steps.h"
#include "search/allowed_tokens.h"

namespace regard::search {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
/// Includes padding. Attention memory is quadratic in length, so fewer long sources fit.
constexpr size_t kMostTokensInBatch = 8192;

/// The best `count` continuations of each row of log_probs (rows, vocab), best first.
std::vector<std::vector<Continuation>> best_continuations(const torch::Tensor& log_probs,
                                                          int64_t count) {
  const int64_t vocab = log_probs.size(1);
  // One more than needed, to see whether the last slot is contested; otherwise `topk` decides it
  // arbitrarily.
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

torch::Tensor on_device(std::span<const int64_t> numbers, const torch::Tensor& like) {
  return torch::tensor(torch::ArrayRef<int64_t>(numbers.data(), numbers.size()), torch::kInt64)
      .to(like.device());
}

/// Decoder for models that compute with tensors. All sentences of a batch begin together; the next
/// batch is read when the last of them has finished.
class TensorDecoder : public engine::Decoder {
 public:
  explicit TensorDecoder(TensorSteps steps) : steps_(std::move(steps)) {}

  void read(std::span<const engine::Source> sources, engine::Team& /*team*/) override {
    step_ = {};  // frees the previous batch's memory first
    step_ = steps_.begin(sources);
    sentences_.clear();
    for (const auto& source : sources) {
      const auto slot = static_cast<size_t>(source.slot);
      if (sentences_.size() <= slot) sentences_.resize(slot + 1);
      sentences_[slot].number = &source - sources.data();
      sentences_[slot].source = static_cast<int64_t>(source.tokens.size());
    }
  }

  void leave(int64_t /*slot*/) override {}

  engine::NextStep step(std::span<const engine::StepRow> rows, engine::Team& /*team*/) override {
    auto next = step_of(rows);
    continuations_.resize(rows.size());
    choose(next.log_probs, rows);
    return {.continuations = continuations_, .attention = attention_of(next.attention, rows)};
  }

 private:
  using Rows = std::span<const engine::StepRow>;
  struct Sentence {
    int64_t number = 0;     // index in its batch
    int64_t source = 0;     // length in tokens
    int64_t first_row = 0;  // first row in the last step
  };

  Sentence& sentence_of(const engine::StepRow& row) {
    return sentences_[static_cast<size_t>(row.slot)];
  }

  NextTokens step_of(Rows rows) {
    std::vector<int64_t> previous, parents, sentences;
    for (const auto& row : rows) {
      const auto& sentence = sentence_of(row);
      previous.push_back(row.previous);
      sentences.push_back(sentence.number);
      if (row.position > 0) parents.push_back(sentence.first_row + row.hypothesis.living->row);
    }
    for (const auto& row : rows) {
      if (row.number == 0) sentence_of(row).first_row = &row - rows.data();
    }
    return step_({.previous = previous, .parents = parents, .sentences = sentences});
  }

  void choose(torch::Tensor& log_probs, Rows rows) {
    std::vector<int64_t> of_all_tokens;
    for (size_t row = 0; row < rows.size(); ++row) {
      if (!needs_all_tokens(rows[row].hypothesis, *rows[row].rules)) continue;
      of_all_tokens.push_back(static_cast<int64_t>(row));
    }
    if (!of_all_tokens.empty()) choose_among_all(log_probs, rows, of_all_tokens);
    if (of_all_tokens.size() == rows.size()) return;
    forbid(log_probs, rows);
    auto best = best_continuations(log_probs, rows.front().rules->wanted);
    for (const int64_t row : of_all_tokens) {
      best[static_cast<size_t>(row)] = std::move(continuations_[static_cast<size_t>(row)]);
    }
    continuations_ = std::move(best);
  }

  /// Chooses on the CPU, for rows whose rules need all tokens.
  void choose_among_all(const torch::Tensor& log_probs, Rows rows,
                        const std::vector<int64_t>& some) {
    const bool are_all = some.size() == rows.size();
    const auto chosen =
        (are_all ? log_probs : log_probs.index_select(0, on_device(some, log_probs)))
            .to(torch::kCPU, torch::kFloat32)
            .contiguous();
    const auto vocab = static_cast<size_t>(chosen.size(1));
    auto* first = chosen.data_ptr<float>();
    for (const int64_t number : some) {
      const auto& row = rows[static_cast<size_t>(number)];
      continuations_[static_cast<size_t>(number)] =
          continuations_of({first, vocab}, row.hypothesis, *row.rules);
      first += vocab;
    }
  }

  /// Applies the rules on the device, where the best tokens are then found.
  static void forbid(torch::Tensor& log_probs, Rows rows) {
    const auto always = rows.front().rules->forbidden.always();
    log_probs.index_fill_(1, on_device(always, log_probs), kNever);
    std::map<const int64_t*, torch::Tensor> lists;
    for (size_t row = 0; row < rows.size(); ++row) {
      const auto tokens = rows[row].rules->forbidden.after(rows[row].hypothesis);
      if (tokens.data() == always.data()) continue;
      auto& list = lists[tokens.data()];
      if (!list.defined()) list = on_device(tokens, log_probs);
      log_probs[static_cast<int64_t>(row)].index_fill_(0, list, kNever);
    }
  }

  /// The models' mean attention, cut to the lengths of the sources.
  AttentionRows attention_of(const std::vector<StepAttention>& models, Rows rows) {
    if (!engine::want_attention(rows)) return {};
    std::vector<AttentionRows> attention;
    for (const auto& model : models) {
      const auto weights = model.weights.to(torch::kCPU, torch::kFloat32).contiguous();
      const int64_t columns = weights.size(1);
      const auto* begin = weights.const_data_ptr<float>();
      auto& of_model = attention.emplace_back(AttentionRows{.shifted = model.shifted});
      for (const auto& row : rows) {
        const auto* end = begin + std::min(columns, sentence_of(row).source);
        of_model.rows.push_back(std::make_shared<const std::vector<float>>(begin, end));
        begin += columns;
      }
    }
    return engine::mean_of(std::move(attention));
  }

  TensorSteps steps_;
  StepFunction step_;
  std::vector<Sentence> sentences_;  // by slot
  std::vector<std::vector<Continuation>> continuations_;
};

std::vector<std::vector<Hypothesis>> search_in_batches(
    std::unique_ptr<engine::Decoder> decoder, int64_t max_steps,
    std::span<const std::vector<int64_t>> sources, const BeamSearchOptions& options,
    const engine::EngineRun& run) {
  const torch::InferenceMode inference;
  std::vector<std::vector<Hypothesis>> found(sources.size());
  engine::Call call(sources, options, run.requests, found, [](size_t) { return 0; });
  engine::Worker worker(std::move(decoder), max_steps, run.sentences);
  engine::Team alone(1);
  std::vector<size_t> lengths;
  for (const auto& source : sources) lengths.push_back(source.size());
  for (const auto& numbers : translate::batches_of_like_length(
           lengths, static_cast<size_t>(run.sentences), kMostTokensInBatch)) {
    std::vector<engine::SentenceQueue::Sentence> batch;
    for (const size_t number : numbers) batch.push_back({.call = &call, .number = number});
    worker.begin(batch, alone);
    while (worker.active() > 0) {
      run.check();
      worker.step(alone);
    }
    worker.forget_left();
  }
  return found;
}

}  // namespace

std::vector<std::vector<Hypothesis>> beam_search(const TensorSteps& steps,
                                                 std::span<const std::vector<int64_t>> sources,
                                                 const BeamSearchOptions& options,
                                                 const engine::EngineRun& run) {
  return search_in_batches(std::make_unique<TensorDecoder>(steps), steps.max_steps, sources,
                           options, run);
}

std::vector<std::vector<Hypothesis>> beam_search(const Decoders& decoders,
                                                 std::span<const std::vector<int64_t>> sources,
                                                 const BeamSearchOptions& options,
                                                 const engine::EngineRun& run) {
  return beam_search(steps_of(decoders, options), sources, options, run);
}

std::vector<Hypothesis> beam_search(model::Seq2SeqModel& model, const std::vector<int64_t>& source,
                                    const BeamSearchOptions& options, const Request& request) {
  return beam_search(Decoders{.models = {&model}}, std::span(&source, 1), options,
                     {.requests = std::span(&request, 1)})
      .front();
}

namespace {

/// Records the hypotheses of each step.
class RecordingDecoder final : public TensorDecoder {
 public:
  RecordingDecoder(const TensorSteps& steps, BeamTree& tree) : TensorDecoder(steps), tree_(tree) {}

  engine::NextStep step(std::span<const engine::StepRow> rows, engine::Team& team) override {
    auto& nodes = tree_.steps.emplace_back();
    for (const auto& row : rows) {
      const auto& [tokens, log_prob, parent, attention, log_probs] = *row.hypothesis.living;
      nodes.push_back({.tokens = tokens,
                       .parent = static_cast<size_t>(parent),
                       .probability = log_probs.empty() ? 1.0 : std::exp(log_probs.back())});
    }
    return TensorDecoder::step(rows, team);
  }

 private:
  BeamTree& tree_;
};

// Index of the node with these tokens; it exists, because a finished hypothesis once was alive.
size_t place_of(const std::vector<BeamNode>& nodes, std::span<const int64_t> tokens) {
  for (size_t slot = 0; slot < nodes.size(); ++slot) {
    if (!nodes[slot].finished && std::ranges::equal(nodes[slot].tokens, tokens)) return slot;
  }
  throw std::logic_error("beam_tree: a hypothesis without its parent");
}

}  // namespace

BeamTree beam_tree(const TensorSteps& steps, const std::vector<int64_t>& source,
                   BeamSearchOptions options, const Request& request) {
  options.keep_token_scores = true;
  BeamTree tree;
  tree.n_best =
      search_in_batches(std::make_unique<RecordingDecoder>(steps, tree), steps.max_steps,
                        std::span(&source, 1), options, {.requests = std::span(&request, 1)})
          .front();
  for (const auto& hypothesis : tree.n_best) {
    const auto length = hypothesis.tokens.size();
    if (tree.steps.size() <= length) tree.steps.resize(length + 1);
    const auto before = std::span(hypothesis.tokens).first(length - 1);
    const size_t parent = place_of(tree.steps[length - 1], before);
    tree.steps[length].push_back({.tokens = hypothesis.tokens,
                                  .parent = parent,
                                  .probability = std::exp(hypothesis.token_log_probs.back()),
                                  .finished = true});
  }
  return tree;
}

}  // namespace regard::search
