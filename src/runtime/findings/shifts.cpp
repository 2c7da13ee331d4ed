#include "findings/shifts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/machine.h"

namespace regard::findings {
namespace {

constexpr int64_t kMost = 3;  // lines
constexpr size_t kShifts = 2 * kMost + 1;
using Gains = std::array<double, kShifts>;  // the gain of each shift from -kMost on

/// Evidence from words and lengths that a source and a target are translations of each other.
double gain_of(const bitext::Pair& source, const bitext::Pair& target,
               const AlignmentScores& scores) {
  if (source.source.empty() || target.target.empty()) return 0;
  constexpr double kLeast = -1, kGreatest = 3, kOfLengths = 0.3, kSmoothing = 3;
  constexpr size_t kFewestWords = 2;
  const double score = scores.of(source.source, target.target, kFewestWords);
  const double ratio = (static_cast<double>(source.source.size()) + kSmoothing) /
                       (static_cast<double>(target.target.size()) + kSmoothing);
  const double of_lengths = kOfLengths - std::min(std::abs(std::log(ratio)), 1.0);
  return of_lengths + (std::isnan(score) ? 0 : std::clamp(score, kLeast, kGreatest));
}

/// For each line, the gain of each shift; 0 if the shifted line is outside the batch.
std::vector<Gains> gains_of(std::span<Subject> lines, const AlignmentScores& scores) {
  std::vector<Gains> gains(lines.size());
  constexpr int64_t kLinesOfAThread = 16;
  for_parts(std::ssize(lines), kLinesOfAThread, [&](int64_t begin, int64_t end) {
    for (int64_t line = begin; line < end; ++line) {
      for (int64_t shift = -kMost; shift <= kMost; ++shift) {
        const int64_t other = line + shift;
        const bool is_there = other >= 0 && other < std::ssize(lines);
        gains[static_cast<size_t>(line)].at(static_cast<size_t>(shift + kMost)) =
            is_there ? gain_of(lines[static_cast<size_t>(line)].pair,
                               lines[static_cast<size_t>(other)].pair, scores)
                     : 0;
      }
    }
  });
  return gains;
}

/// The best sequence of shifts (Viterbi, 1967). A change costs as much as several good lines gain.
std::vector<size_t> best_shifts(const std::vector<Gains>& gains, size_t before) {
  constexpr double kChange = 12;
  std::vector<std::array<size_t, kShifts>> came_from(gains.size());
  Gains sums{};
  for (size_t shift = 0; shift < kShifts; ++shift) sums.at(shift) = shift == before ? 0 : -kChange;
  for (size_t line = 0; line < gains.size(); ++line) {
    const auto best = static_cast<size_t>(std::ranges::max_element(sums) - sums.begin());
    const double changed = sums.at(best) - kChange;
    for (size_t shift = 0; shift < kShifts; ++shift) {
      const bool changes = changed > sums.at(shift);
      came_from[line].at(shift) = changes ? best : shift;
      sums.at(shift) = std::max(sums.at(shift), changed) + gains[line].at(shift);
    }
  }
  std::vector<size_t> shifts(gains.size());
  auto shift = static_cast<size_t>(std::ranges::max_element(sums) - sums.begin());
  for (size_t line = gains.size(); line-- > 0;) {
    shifts[line] = shift;
    shift = came_from[line].at(shift);
  }
  return shifts;
}

/// The lines around windows with many misaligned pairs; empty if there are none.
std::span<Subject> suspicious_part(std::span<Subject> lines, double threshold, int64_t before) {
  constexpr size_t kWindow = 25, kAround = 50;
  constexpr int64_t kFewest = 4;
  size_t begin = lines.size(), end = 0;
  for (size_t first = 0; first < lines.size(); first += kWindow) {
    const auto window = lines.subspan(first, std::min(kWindow, lines.size() - first));
    int64_t told = 0, misaligned = 0;
    for (const auto& subject : window) {
      if (!subject.alignment || std::isnan(*subject.alignment)) continue;
      ++told;
      misaligned += *subject.alignment < threshold ? 1 : 0;
    }
    if (misaligned < kFewest || 3 * misaligned < told) continue;
    begin = std::min(begin, first - std::min(first, kAround));
    end = std::min(first + kWindow + kAround, lines.size());
  }
  if (before != 0) begin = 0;
  if (before != 0 && end == 0) end = std::min(kAround, lines.size());
  return begin < end ? lines.subspan(begin, end - begin) : std::span<Subject>{};
}

}  // namespace

int64_t find_shifts(std::span<Subject> subjects, const Alignment& alignment, int64_t before) {
  const auto part = suspicious_part(subjects, alignment.of_several, before);
  if (part.empty()) return 0;
  const auto shifts =
      best_shifts(gains_of(part, alignment.scores), static_cast<size_t>(before + kMost));
  for (size_t line = 0; line < part.size(); ++line) {
    part[line].shift = static_cast<int64_t>(shifts[line]) - kMost;
  }
  const bool reaches_end = part.data() + part.size() == subjects.data() + subjects.size();
  return reaches_end ? part.back().shift : 0;
}

}  // namespace regard::findings
