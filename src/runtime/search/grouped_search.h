#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "search/beam_search_options.h"
#include "search/request.h"
#include "search/sentence_search.h"

namespace regard::search {

/// The searches of one sentence, one for each group of the beam (BeamSearchOptions::groups). In
/// each step, later groups avoid the tokens that earlier ones chose.
class GroupedSearch {
 public:
  /// Takes SentenceSearch's parameters. Also throws Error if the groups do not divide the beam.
  GroupedSearch(int64_t max_length, const BeamSearchOptions& options, const Request& request = {});

  bool is_done() const;
  bool wants_attention() const { return groups_.front().wants_attention(); }

  /// A living hypothesis and the search that it belongs to.
  struct Row {
    SentenceSearch* search;
    const Living* living;
  };
  /// The rows of the next step: the hypotheses of the first group, then of the second, and so on.
  std::vector<Row> rows();

  /// Number of best continuations that each row needs.
  static int64_t continuations_wanted(const BeamSearchOptions& options);

  /// Advances by one step. `continuations` and any `attention` are in the order of rows().
  void advance(std::span<std::vector<Continuation>> continuations,
               std::span<const AttentionRow> attention = {});

  /// The n best hypotheses of all groups, without duplicates. Call this function once, when done.
  std::vector<Hypothesis> n_best();

 private:
  std::shared_ptr<const BeamSearchOptions>
      of_group_;  // options of one group; null: the common options
  std::vector<SentenceSearch> groups_;
  double diversity_;
  int64_t n_best_;
};

/// Searches one sentence several times and returns the n-best list of each request.
using SearchOfSentence = std::function<std::vector<std::vector<Hypothesis>>(
    const BeamSearchOptions& options, std::span<const Request> requests)>;

/// Alternative continuations of the request's prefix. For each of the `count` most likely next
/// tokens, in that order, returns the best translation that starts with the prefix and that token.
std::vector<Hypothesis> alternatives(const SearchOfSentence& search,
                                     const BeamSearchOptions& options, const Request& request,
                                     int64_t count);

}  // namespace regard::search
