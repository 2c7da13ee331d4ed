#include "regard/search/beam_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "regard/search/sentence_search.h"

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

/// The searches of one sentence: one per group of the beam.
struct Groups {
  std::vector<SentenceSearch> searches;

  int64_t sentence() const { return searches.front().index(); }
  bool is_done() const {
    return std::ranges::all_of(searches, [](const auto& search) { return search.is_done(); });
  }
};

/// Options of one group.
BeamSearchOptions group_options(BeamSearchOptions options) {
  TORCH_CHECK(options.groups >= 1 && options.beam_size % options.groups == 0,
              "beam_search: groups (", options.groups, ") must divide beam_size (",
              options.beam_size, ")");
  options.beam_size /= options.groups;
  if (options.groups > 1) options.n_best = std::min(options.n_best, options.beam_size);
  return options;
}

/// Turns the output of `step` into the continuations of each row.
class Continuations {
 public:
  Continuations(NextTokens next, const BeamSearchOptions& options)
      : options_(options), next_(std::move(next)) {
    auto& log_probs = next_.log_probs;
    if (!options.rules.empty()) log_probs = log_probs.to(torch::kCPU, torch::kFloat32).contiguous();
    log_probs.select(1, options.pad).fill_(kNever);
    log_probs.select(1, options.bos).fill_(kNever);
    if (!options.whole_words.boundaries.empty()) {
      boundaries_ = torch::tensor(options.whole_words.boundaries).to(log_probs.device());
    }
  }

  /// Applies the rules for the hypotheses of one search, whose first row is `first_row`.
  void restrict(const SentenceSearch& search, int64_t first_row) {
    const auto forced = search.forced();
    const auto is_inside_word = [&](const Living& one) { return search.is_inside_word(one); };
    const bool is_free = !forced && options_.rules.empty() && search.may_end() &&
                         std::ranges::none_of(search.living(), is_inside_word);
    if (is_free) return;
    const auto rows = static_cast<int64_t>(search.living().size());
    for (int64_t row = first_row; row < first_row + rows; ++row) {
      auto log_probs = next_.log_probs[row];
      if (forced) {
        const auto kept = log_probs[*forced].clone();
        log_probs.fill_(kNever);
        log_probs[*forced].copy_(kept);
        continue;
      }
      const auto& living = search.living()[static_cast<size_t>(row - first_row)];
      if (!options_.rules.empty()) {
        options_.rules.apply(living.tokens,
                             {log_probs.data_ptr<float>(), static_cast<size_t>(log_probs.size(0))});
      }
      if (!search.may_end()) log_probs[options_.eos].fill_(kNever);
      if (search.is_inside_word(living)) log_probs.index_fill_(0, boundaries_, kNever);
    }
  }

  /// The best ones of each row, and those that its search also needs.
  void rank(int64_t count) { best_ = best_continuations(next_.log_probs, count); }
  void add(size_t row, const std::vector<int64_t>& tokens) {
    for (const int64_t token : tokens) {
      const auto has_token = [&](const Continuation& one) { return one.token == token; };
      if (std::ranges::any_of(best_[row], has_token)) continue;
      const auto log_prob = next_.log_probs[static_cast<int64_t>(row)][token].item<double>();
      if (log_prob > kNever) best_[row].push_back({log_prob, token});
    }
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
  const BeamSearchOptions& options_;
  NextTokens next_;
  torch::Tensor boundaries_;  // of words; undefined: words may end anywhere
  std::vector<std::vector<Continuation>> best_;
};

/// Penalizes, for the later groups of a sentence, the tokens that groups have chosen in this step.
void make_diverse(std::span<std::vector<Continuation>> continuations,
                  const std::map<int64_t, int64_t>& chosen, double diversity) {
  for (auto& row : continuations) {
    for (auto& continuation : row) {
      const auto times = chosen.find(continuation.token);
      if (times == chosen.end()) continue;
      continuation.bonus = -diversity * static_cast<double>(times->second);
    }
  }
}

/// The n best of all groups, without duplicates.
std::vector<Hypothesis> n_best_of(Groups& groups, const BeamSearchOptions& options) {
  std::vector<Hypothesis> all;
  for (auto& search : groups.searches) {
    for (auto& hypothesis : search.n_best()) {
      const auto is_same = [&](const Hypothesis& one) { return one.tokens == hypothesis.tokens; };
      if (std::ranges::none_of(all, is_same)) all.push_back(std::move(hypothesis));
    }
  }
  if (groups.searches.size() == 1) return all;
  std::ranges::stable_sort(all, [](const Hypothesis& a, const Hypothesis& b) {
    return std::tie(a.finished, a.score) > std::tie(b.finished, b.score);
  });
  if (all.size() > static_cast<size_t>(options.n_best)) {
    all.resize(static_cast<size_t>(options.n_best));
  }
  return all;
}

std::vector<Groups> begin_search(std::span<const int64_t> max_lengths,
                                 const BeamSearchOptions& options,
                                 const BeamSearchOptions& of_group,
                                 std::span<const Request> requests) {
  std::vector<Groups> sentences(max_lengths.size());
  for (size_t sentence = 0; sentence < sentences.size(); ++sentence) {
    for (int64_t group = 0; group < options.groups; ++group) {
      sentences[sentence].searches.emplace_back(static_cast<int64_t>(sentence),
                                                max_lengths[sentence], of_group,
                                                requests.empty() ? Request() : requests[sentence]);
    }
  }
  return sentences;
}

/// The rows of the next step.
struct StepRows {
  std::vector<int64_t> previous, parents, sentences;

  StepRows(std::span<const Groups> active, bool is_first, int64_t bos) {
    for (const auto& groups : active) {
      for (const auto& search : groups.searches) {
        for (const auto& living : search.living()) {
          previous.push_back(is_first ? bos : living.tokens.back());
          if (!is_first) parents.push_back(living.row);
          sentences.push_back(search.index());
        }
      }
    }
  }
};

/// What the searches may choose from in this step.
Continuations continuations_of(NextTokens next, std::span<const Groups> active,
                               const BeamSearchOptions& options, int64_t wanted) {
  Continuations continuations(std::move(next), options);
  int64_t first_row = 0;
  for (const auto& groups : active) {
    for (const auto& search : groups.searches) {
      if (!search.is_done()) continuations.restrict(search, first_row);
      first_row += static_cast<int64_t>(search.living().size());
    }
  }
  continuations.rank(wanted);
  return continuations;
}

/// Takes the step of one sentence, whose first row is `row`. Returns the first row of the next
/// sentence.
size_t advance(Groups& groups, Continuations& continuations, size_t row, int64_t source_length,
               double diversity) {
  std::map<int64_t, int64_t> chosen;  // tokens of this step, and how often
  for (auto& search : groups.searches) {
    const size_t rows = search.living().size();
    if (rows == 0) continue;
    for (size_t i = 0; i < rows; ++i) continuations.add(row + i, search.wanted(search.living()[i]));
    const auto ranked = continuations.rows(row, rows);
    make_diverse(ranked, chosen, diversity);
    search.advance(ranked, static_cast<int64_t>(row),
                   continuations.attention(row, rows, source_length));
    for (const auto& living : search.living()) ++chosen[living.tokens.back()];
    row += rows;
  }
  return row;
}

}  // namespace

std::vector<std::vector<Hypothesis>> beam_search(const StepFunction& step,
                                                 std::span<const int64_t> max_lengths,
                                                 const BeamSearchOptions& options,
                                                 std::span<const Request> requests,
                                                 std::span<const int64_t> source_lengths) {
  const torch::InferenceMode inference;
  const auto of_group = group_options(options);
  // A penalized token falls back behind at most this many others.
  const int64_t wanted =
      SentenceSearch::continuations_wanted(of_group) + (options.groups > 1 ? options.beam_size : 0);
  auto active = begin_search(max_lengths, options, of_group, requests);
  std::vector<std::vector<Hypothesis>> found(active.size());
  for (bool is_first = true; !active.empty(); is_first = false) {
    const StepRows rows(active, is_first, options.bos);
    auto next =
        step({.previous = rows.previous, .parents = rows.parents, .sentences = rows.sentences});
    auto continuations = continuations_of(std::move(next), active, options, wanted);
    size_t row = 0;
    for (auto& groups : active) {
      const auto source_length = source_lengths.empty()
                                     ? std::numeric_limits<int64_t>::max()
                                     : source_lengths[static_cast<size_t>(groups.sentence())];
      row = advance(groups, continuations, row, source_length, options.diversity);
    }
    std::erase_if(active, [&](Groups& groups) {
      if (!groups.is_done()) return false;
      found[static_cast<size_t>(groups.sentence())] = n_best_of(groups, options);
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

}  // namespace regard::search
