#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regard::metrics {

/// Counts the edits of TER: shifts of phrases until none saves edits, then insertions, deletions
/// and substitutions. Tercom's heuristic decides which shifts are tried and in what order, so a
/// shorter edit sequence may exist. Reuses its memory for the next pair of sentences.
class TranslationEdits {
 public:
  /// Number of edits that turn the hypothesis into the reference; words are represented by numbers.
  std::int64_t count(std::span<const std::uint32_t> hypothesis,
                     std::span<const std::uint32_t> reference);

 private:
  using Cost = std::int32_t;
  /// Moves `length` words from `start` to before `target`. As in Tercom, a target inside the phrase
  /// means the position equally far past its end.
  struct Shift {
    std::size_t start;
    std::size_t length;
    std::size_t target;
  };
  /// The word alignment after the cheapest edits.
  struct Alignment {
    std::vector<std::ptrdiff_t> hypothesis_of;  ///< for each reference word; -1: before the first
    /// For each side, the number of wrong words before a position. A phrase has [end] - [begin].
    std::vector<int> reference_errors;
    std::vector<int> hypothesis_errors;
  };

  void begin(std::span<const std::uint32_t> hypothesis, std::span<const std::uint32_t> reference);
  Cost* row(std::size_t i) { return matrix_.data() + i * (reference_.size() + 1); }
  /// Distances between the first `i` words, ending in `word`, and all prefixes of the reference,
  /// computed from the row for `i` - 1 words.
  void compute_row(std::size_t i, std::uint32_t word, const Cost* previous, Cost* row) const;
  /// Recomputes the distances of hypothesis_ from the word `first_changed` on.
  void compute_matrix(std::size_t first_changed);
  Cost distance() { return row(hypothesis_.size())[reference_.size()]; }
  Cost distance_after(const Shift& shift);
  void align();
  /// Makes the shift that saves the most edits. False if no shift saves any or no tries are left.
  bool shift_best();
  /// Tries all targets for a phrase that occurs on both sides.
  template <class Try>
  void for_each_target(std::size_t start, std::size_t reference_start, std::size_t length,
                       const Try& try_shift) const;

  std::vector<std::uint32_t> hypothesis_;
  std::span<const std::uint32_t> reference_;
  double length_ratio_ = 1.0;
  std::ptrdiff_t beam_ = 0;
  int tried_ = 0;             ///< number of shifts tried
  std::vector<Cost> matrix_;  ///< (hypothesis + 1, reference + 1)
  Alignment alignment_;
  std::vector<std::uint32_t> shifted_;
  std::vector<Cost> scratch_[2];
};

}  // namespace regard::metrics
