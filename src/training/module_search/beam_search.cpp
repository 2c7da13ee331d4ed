#include "module_search/steps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "search/grouped_search.h"

namespace regard::search {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

/// The best `count` continuations of each row of log_probs (rows, vocab), best first.
std::vector<std::vector<Continuation>> best_continuations(const torch::Tensor& log_probs,
                                                          int64_t count) {
  const int64_t vocab = log_probs.size(1);
  // One more than needed, to see whether the last place is contested; otherwise `topk` decides it
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

/// Turns the output of `step` into the continuations of each row.
class Continuations {
 public:
  Continuations(NextTokens next, std::span<const GroupedSearch::Row> rows,
                const BeamSearchOptions& options)
      : options_(options), next_(std::move(next)) {
    const int64_t wanted = GroupedSearch::continuations_wanted(options);
    const bool by_rows = std::ranges::any_of(
        rows, [&](const auto& row) { return needs_whole_rows(*row.search, options); });
    by_rows ? choose_by_rows(rows, wanted) : choose_on_device(rows, wanted);
  }

  std::span<std::vector<Continuation>> rows(size_t first, size_t count) {
    return std::span(best_).subspan(first, count);
  }

  /// Attention of each of these rows, cut to the length of the source.
  std::vector<AttentionRow> attention(size_t first, size_t count, int64_t source_length) const {
    if (!options_.wants_attention() || !next_.attention.defined()) return {};
    std::vector<AttentionRow> rows;
    for (size_t row = first; row < first + count; ++row) {
      const auto weights = next_.attention[static_cast<int64_t>(row)]
                               .slice(0, 0, source_length)
                               .to(torch::kCPU, torch::kFloat32)
                               .contiguous();
      const auto* numbers = weights.const_data_ptr<float>();
      rows.push_back(
          std::make_shared<const std::vector<float>>(numbers, numbers + weights.numel()));
    }
    return rows;
  }

 private:
  void choose_by_rows(std::span<const GroupedSearch::Row> rows, int64_t wanted) {
    auto log_probs = next_.log_probs.to(torch::kCPU, torch::kFloat32).contiguous();
    const auto vocab = static_cast<size_t>(log_probs.size(1));
    for (size_t row = 0; row < rows.size(); ++row) {
      best_.push_back(continuations_of({log_probs.data_ptr<float>() + row * vocab, vocab},
                                       rows[row], options_, wanted));
    }
  }

  /// The same, without a copy of all rows to the CPU.
  void choose_on_device(std::span<const GroupedSearch::Row> rows, int64_t wanted) {
    auto& log_probs = next_.log_probs;
    log_probs.select(1, options_.pad).fill_(kNever);
    log_probs.select(1, options_.bos).fill_(kNever);
    torch::Tensor boundaries;
    for (size_t row = 0; row < rows.size(); ++row) {
      auto of_row = log_probs[static_cast<int64_t>(row)];
      if (!rows[row].search->may_end()) of_row[options_.eos].fill_(kNever);
      if (!rows[row].search->is_inside_word(*rows[row].living)) continue;
      if (!boundaries.defined()) {
        boundaries = torch::tensor(options_.whole_words.boundaries).to(log_probs.device());
      }
      of_row.index_fill_(0, boundaries, kNever);
    }
    best_ = best_continuations(log_probs, wanted);
  }

  const BeamSearchOptions& options_;
  NextTokens next_;
  std::vector<std::vector<Continuation>> best_;
};

std::vector<GroupedSearch> begin_search(std::span<const int64_t> max_lengths,
                                        const BeamSearchOptions& options,
                                        std::span<const Request> requests) {
  std::vector<GroupedSearch> sentences;
  for (size_t sentence = 0; sentence < max_lengths.size(); ++sentence) {
    sentences.emplace_back(static_cast<int64_t>(sentence), max_lengths[sentence], options,
                           requests.empty() ? Request() : requests[sentence]);
  }
  return sentences;
}

/// The rows of the next step.
struct StepRows {
  std::vector<GroupedSearch::Row> rows;
  std::vector<int64_t> previous, parents, sentences;

  StepRows(std::span<GroupedSearch> active, bool is_first, int64_t bos) {
    for (auto& sentence : active) {
      for (const auto& row : sentence.rows()) {
        rows.push_back(row);
        previous.push_back(is_first ? bos : row.living->tokens.back());
        if (!is_first) parents.push_back(row.living->row);
        sentences.push_back(sentence.index());
      }
    }
  }
};

}  // namespace

std::vector<std::vector<Hypothesis>> beam_search(const StepFunction& step,
                                                 std::span<const int64_t> max_lengths,
                                                 const BeamSearchOptions& options,
                                                 std::span<const Request> requests,
                                                 std::span<const int64_t> source_lengths) {
  const torch::InferenceMode inference;
  auto active = begin_search(max_lengths, options, requests);
  std::vector<std::vector<Hypothesis>> found(active.size());
  for (bool is_first = true; !active.empty(); is_first = false) {
    const StepRows rows(active, is_first, options.bos);
    auto next =
        step({.previous = rows.previous, .parents = rows.parents, .sentences = rows.sentences});
    Continuations continuations(std::move(next), rows.rows, options);
    size_t row = 0;
    for (auto& sentence : active) {
      const auto source_length = source_lengths.empty()
                                     ? std::numeric_limits<int64_t>::max()
                                     : source_lengths[static_cast<size_t>(sentence.index())];
      const size_t count = sentence.rows().size();
      sentence.advance(continuations.rows(row, count), static_cast<int64_t>(row),
                       continuations.attention(row, count, source_length));
      row += count;
    }
    std::erase_if(active, [&](GroupedSearch& sentence) {
      if (!sentence.is_done()) return false;
      found[static_cast<size_t>(sentence.index())] = sentence.n_best();
      return true;
    });
  }
  return found;
}

std::vector<std::vector<Hypothesis>> beam_search(const Decoders& decoders,
                                                 const torch::Tensor& source,
                                                 const torch::Tensor& source_lengths,
                                                 const BeamSearchOptions& options,
                                                 std::span<const Request> requests) {
  const torch::InferenceMode inference;
  const auto lengths_on_cpu = source_lengths.to(torch::kCPU, torch::kInt64).contiguous();
  const std::span lengths(lengths_on_cpu.const_data_ptr<int64_t>(),
                          static_cast<size_t>(lengths_on_cpu.numel()));
  if (lengths.empty()) return {};
  std::vector<int64_t> max_lengths;
  for (const int64_t length : lengths) {
    max_lengths.push_back(max_length(options, length, decoders.max_steps()));
  }
  return beam_search(
      steps_of(decoders, source, source_lengths, options.wants_attention(), options.eos),
      max_lengths, options, requests, lengths);
}

std::vector<std::vector<Hypothesis>> beam_search(model::Seq2SeqModel& model,
                                                 const torch::Tensor& source,
                                                 const torch::Tensor& source_lengths,
                                                 const BeamSearchOptions& options,
                                                 std::span<const Request> requests) {
  return beam_search(Decoders{.models = {&model}}, source, source_lengths, options, requests);
}

namespace {

// The node of these tokens. It exists, because a finished hypothesis was alive before.
size_t place_of(const std::vector<BeamNode>& nodes, std::span<const int64_t> tokens) {
  for (size_t place = 0; place < nodes.size(); ++place) {
    if (!nodes[place].finished && std::ranges::equal(nodes[place].tokens, tokens)) return place;
  }
  throw std::logic_error("beam_tree: a hypothesis without the one that it continues");
}

}  // namespace

BeamTree beam_tree(const StepFunction& step, int64_t max_length, const BeamSearchOptions& options) {
  BeamTree tree;
  tree.steps.push_back({BeamNode{.tokens = {}, .probability = 1.0}});
  std::vector<torch::Tensor> log_probs;  // of each step, as the model gave them
  const auto probability = [&](size_t depth, size_t row, int64_t token) {
    return std::exp(log_probs[depth][static_cast<int64_t>(row)][token].item<double>());
  };

  const auto taking_notes = [&](const StepInput& input) {
    if (!input.parents.empty()) {
      const auto& before = tree.steps.back();
      std::vector<BeamNode> nodes;
      for (size_t row = 0; row < input.previous.size(); ++row) {
        const auto parent = static_cast<size_t>(input.parents[row]);
        BeamNode node{
            .tokens = before[parent].tokens,
            .parent = parent,
            .probability = probability(log_probs.size() - 1, parent, input.previous[row])};
        node.tokens.push_back(input.previous[row]);
        nodes.push_back(std::move(node));
      }
      tree.steps.push_back(std::move(nodes));
    }
    const auto result = step(input);
    log_probs.push_back(result.log_probs.clone());  // search overwrites it
    return result;
  };

  const std::vector<int64_t> max_lengths = {max_length};
  tree.n_best = beam_search(taking_notes, max_lengths, options).front();
  for (const auto& hypothesis : tree.n_best) {
    const auto length = hypothesis.tokens.size();
    if (tree.steps.size() <= length) tree.steps.resize(length + 1);
    const auto before = std::span(hypothesis.tokens).first(length - 1);
    const size_t parent = place_of(tree.steps[length - 1], before);
    tree.steps[length].push_back(
        {.tokens = hypothesis.tokens,
         .parent = parent,
         .probability = probability(length - 1, parent, hypothesis.tokens.back()),
         .finished = true});
  }
  return tree;
}

}  // namespace regard::search
