#include "metrics/translation_edits.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace regard::metrics {
namespace {

// Limits of Tercom, and sacreBLEU's limit on the number of shifts.
constexpr std::size_t kMaxShiftLength = 10;
constexpr std::size_t kMaxShiftDistance = 50;
constexpr int kMaxTriedShifts = 1000;
constexpr std::ptrdiff_t kBeam = 25;

constexpr std::int32_t kUnreached = 1 << 29;  ///< leaves room for a few additions without overflow

/// Makes a shift; returns the first word that may have changed.
std::size_t shift_words(std::vector<std::uint32_t>& words, std::size_t start, std::size_t length,
                        std::size_t target) {
  const auto at = [&](std::size_t i) { return words.begin() + static_cast<std::ptrdiff_t>(i); };
  if (target < start) {
    std::rotate(at(target), at(start), at(start + length));
    return target;
  }
  const std::size_t end =
      target > start + length ? target : std::min(target + length, words.size());
  std::rotate(at(start), at(start + length), at(end));
  return start;
}

}  // namespace

std::int64_t TranslationEdits::count(std::span<const std::uint32_t> hypothesis,
                                     std::span<const std::uint32_t> reference) {
  if (reference.empty()) return std::ssize(hypothesis);
  begin(hypothesis, reference);
  std::int64_t shifts = 0;
  while (shift_best()) ++shifts;
  return shifts + distance();
}

void TranslationEdits::begin(std::span<const std::uint32_t> hypothesis,
                             std::span<const std::uint32_t> reference) {
  hypothesis_.assign(hypothesis.begin(), hypothesis.end());
  reference_ = reference;
  tried_ = 0;
  const auto reference_length = static_cast<double>(reference.size());
  length_ratio_ =
      hypothesis.empty() ? 1.0 : reference_length / static_cast<double>(hypothesis.size());
  // With very different lengths, adjacent rows must still overlap.
  beam_ = kBeam;
  if (length_ratio_ / 2.0 > static_cast<double>(kBeam)) {
    beam_ = static_cast<std::ptrdiff_t>(std::ceil(length_ratio_ / 2.0 + kBeam));
  }

  matrix_.resize((hypothesis.size() + 1) * (reference.size() + 1));
  for (auto& row : scratch_) row.resize(reference.size() + 1);
  for (std::size_t j = 0; j <= reference.size(); ++j) row(0)[j] = static_cast<Cost>(j);
  compute_matrix(0);
}

void TranslationEdits::compute_row(std::size_t i, std::uint32_t word, const Cost* previous,
                                   Cost* row) const {
  const auto columns = std::ssize(reference_) + 1;
  const auto diagonal =
      static_cast<std::ptrdiff_t>(std::floor(static_cast<double>(i) * length_ratio_));
  const auto begin = std::max<std::ptrdiff_t>(0, diagonal - beam_);
  const bool last = i == hypothesis_.size();
  const auto end = last ? columns : std::min(columns, diagonal + beam_);

  std::fill(row, row + begin, kUnreached);
  std::fill(row + end, row + columns, kUnreached);
  Cost left = kUnreached;
  for (auto j = begin; j < end; ++j) {
    const Cost diagonal_cost =
        j == 0 ? kUnreached
               : previous[j - 1] + (word == reference_[static_cast<std::size_t>(j) - 1] ? 0 : 1);
    left = std::min({diagonal_cost, previous[j] + 1, left + 1});
    row[j] = left;
  }
}

void TranslationEdits::compute_matrix(std::size_t first_changed) {
  for (std::size_t i = first_changed + 1; i <= hypothesis_.size(); ++i) {
    compute_row(i, hypothesis_[i - 1], row(i - 1), row(i));
  }
}

TranslationEdits::Cost TranslationEdits::distance_after(const Shift& shift) {
  shifted_ = hypothesis_;
  const std::size_t first = shift_words(shifted_, shift.start, shift.length, shift.target);
  const Cost* previous = row(first);
  for (std::size_t i = first + 1; i <= shifted_.size(); ++i) {
    Cost* next = scratch_[i % 2].data();
    compute_row(i, shifted_[i - 1], previous, next);
    previous = next;
  }
  return previous[reference_.size()];
}

void TranslationEdits::align() {
  std::size_t i = hypothesis_.size();
  std::size_t j = reference_.size();
  alignment_.hypothesis_of.assign(j, -1);
  alignment_.reference_errors.assign(j + 1, 0);
  alignment_.hypothesis_errors.assign(i + 1, 0);
  while (i > 0 || j > 0) {
    // On a tie, a pair of words wins; otherwise, an extra word does.
    const Cost cost = row(i)[j];
    const Cost substitution = i > 0 && j > 0 && hypothesis_[i - 1] == reference_[j - 1] ? 0 : 1;
    const bool pair = i > 0 && j > 0 && row(i - 1)[j - 1] + substitution == cost;
    const bool deletion = !pair && i > 0 && row(i - 1)[j] + 1 == cost;
    const int error = pair ? substitution : 1;
    if (!deletion) {
      alignment_.hypothesis_of[j - 1] = static_cast<std::ptrdiff_t>(i) - 1;
      alignment_.reference_errors[j] = error;
      --j;
    }
    if (pair || deletion) {
      alignment_.hypothesis_errors[i] = error;
      --i;
    }
  }
  for (auto* errors : {&alignment_.reference_errors, &alignment_.hypothesis_errors}) {
    for (std::size_t k = 1; k < errors->size(); ++k) (*errors)[k] += (*errors)[k - 1];
  }
}

template <class Try>
void TranslationEdits::for_each_target(std::size_t start, std::size_t reference_start,
                                       std::size_t length, const Try& try_shift) const {
  const auto& [hypothesis_of, reference_errors, hypothesis_errors] = alignment_;
  const bool right_here = hypothesis_errors[start + length] == hypothesis_errors[start];
  const bool right_there =
      reference_errors[reference_start + length] == reference_errors[reference_start];
  if (right_here || right_there) return;
  const auto opposite = hypothesis_of[reference_start];
  const auto first = static_cast<std::ptrdiff_t>(start);
  if (opposite >= first && opposite < first + static_cast<std::ptrdiff_t>(length)) return;

  // Targets: after the word aligned with the one before the phrase, then after those aligned with
  // the phrase's own words.
  std::optional<std::size_t> previous;
  for (std::size_t k = 0; k <= length; ++k) {
    const std::size_t end = reference_start + k;
    const auto target =
        end == 0 ? std::size_t{0} : static_cast<std::size_t>(hypothesis_of[end - 1] + 1);
    if (target == previous) continue;
    previous = target;
    try_shift(Shift{start, length, target});
  }
}

bool TranslationEdits::shift_best() {
  align();
  const Cost before = distance();
  // The order of preference: most edits saved, then the longest phrase, then the first one, then
  // the target nearest the beginning.
  using Merit = std::tuple<Cost, std::size_t, std::ptrdiff_t, std::ptrdiff_t>;
  std::optional<Merit> best_merit;
  Shift best{};
  const auto try_shift = [&](const Shift& shift) {
    ++tried_;
    const Merit merit(before - distance_after(shift), shift.length,
                      -static_cast<std::ptrdiff_t>(shift.start),
                      -static_cast<std::ptrdiff_t>(shift.target));
    if (best_merit && merit <= *best_merit) return;
    best_merit = merit;
    best = shift;
  };

  for (std::size_t h = 0; h < hypothesis_.size() && tried_ < kMaxTriedShifts; ++h) {
    const std::size_t last = std::min(reference_.size(), h + kMaxShiftDistance + 1);
    std::size_t r = h > kMaxShiftDistance ? h - kMaxShiftDistance : 0;
    for (; r < last && tried_ < kMaxTriedShifts; ++r) {
      const std::size_t room =
          std::min({kMaxShiftLength, hypothesis_.size() - h, reference_.size() - r});
      for (std::size_t length = 1; length <= room && tried_ < kMaxTriedShifts; ++length) {
        if (hypothesis_[h + length - 1] != reference_[r + length - 1]) break;
        for_each_target(h, r, length, try_shift);
      }
    }
  }
  if (tried_ >= kMaxTriedShifts || !best_merit || std::get<0>(*best_merit) <= 0) return false;
  compute_matrix(shift_words(hypothesis_, best.start, best.length, best.target));
  return true;
}

}  // namespace regard::metrics
