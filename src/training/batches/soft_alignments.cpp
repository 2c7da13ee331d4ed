#include "batches/soft_alignments.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "text/special_tokens.h"

namespace regard::corpus {
namespace {

constexpr double kTension = 8;
constexpr double kDistanceOfNone = 0.5;

/// So that pieces which never co-occurred, such as those of another segmentation, come from
/// where they stand.
constexpr double kNeverSeen = 1e-6;

double distance(size_t i, size_t source_length, size_t j, size_t target_length) {
  if (i + 1 == source_length) return kDistanceOfNone;
  return std::abs(static_cast<double>(i) / static_cast<double>(source_length) -
                  static_cast<double>(j) / static_cast<double>(target_length));
}

}  // namespace

SoftAlignments::SoftAlignments(const Examples& examples, int64_t source_vocab)
    : learned_from_(evenly_spread(examples, kEnoughPairs)),
      table_(examples, learned_from_, source_vocab) {
  table_.learn_enough();
}

torch::Tensor SoftAlignments::operator()(const Examples& examples,
                                         std::span<const size_t> chosen) const {
  int64_t longest_source = 0, longest_target = 0;
  for (const size_t example : chosen) {
    longest_source = std::max(longest_source, std::ssize(examples.source(example)));
    longest_target = std::max(longest_target, std::ssize(examples.target(example)));
  }
  auto result = torch::zeros({std::ssize(chosen), longest_target, longest_source});
  auto rows = result.accessor<float, 3>();
  std::vector<double> weights;
  for (size_t sentence = 0; sentence < chosen.size(); ++sentence) {
    const auto source = examples.source(chosen[sentence]),
               target = examples.target(chosen[sentence]);
    weights.resize(source.size());
    for (size_t j = 0; j < target.size(); ++j) {
      auto row = rows[static_cast<int64_t>(sentence)][static_cast<int64_t>(j)];
      if (target[j] == text::kEos) {
        row[std::ssize(source) - 1] = 1;
        continue;
      }
      double sum = 0;
      for (size_t i = 0; i < source.size(); ++i) {
        const auto lexical = static_cast<double>(table_.probability(source[i], target[j]));
        weights[i] = (lexical + kNeverSeen) *
                     std::exp(-kTension * distance(i, source.size(), j, target.size()));
        sum += weights[i];
      }
      for (size_t i = 0; i < source.size(); ++i) {
        row[static_cast<int64_t>(i)] = static_cast<float>(weights[i] / sum);
      }
    }
  }
  return result;
}

}  // namespace regard::corpus
