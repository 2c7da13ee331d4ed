#include "batches/batch.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "text/tokenizer_pair.h"

namespace regard::corpus {

Batch make_batch(const Examples& examples, std::span<const size_t> chosen, torch::Device device) {
  const auto rows = static_cast<int64_t>(chosen.size());
  size_t longest_source = 0;
  size_t longest_target = 0;
  for (const size_t example : chosen) {
    longest_source = std::max(longest_source, examples.source(example).size());
    longest_target = std::max(longest_target, examples.target(example).size());
  }
  const auto filled = [&](size_t columns) {
    return torch::full({rows, static_cast<int64_t>(columns)}, text::kPad, torch::kInt64);
  };
  Batch batch = {.source = filled(longest_source),
                 .source_lengths = torch::empty({rows}, torch::kInt64),
                 .target_input = filled(longest_target),
                 .target_labels = filled(longest_target)};
  auto* source_row = batch.source.data_ptr<int64_t>();
  auto* length = batch.source_lengths.data_ptr<int64_t>();
  auto* input_row = batch.target_input.data_ptr<int64_t>();
  auto* label_row = batch.target_labels.data_ptr<int64_t>();
  for (const size_t example : chosen) {
    const auto source = examples.source(example);
    const auto target = examples.target(example);
    std::copy(source.begin(), source.end(), source_row);
    std::copy(target.begin(), target.end(), label_row);
    input_row[0] = text::kBos;
    std::copy(target.begin(), target.end() - 1, input_row + 1);
    *length++ = static_cast<int64_t>(source.size());
    source_row += longest_source;
    input_row += longest_target;
    label_row += longest_target;
    batch.source_tokens += static_cast<int64_t>(source.size());
    batch.target_tokens += static_cast<int64_t>(target.size());
  }
  if (!device.is_cpu()) {
    for (auto* tensor :
         {&batch.source, &batch.source_lengths, &batch.target_input, &batch.target_labels}) {
      *tensor = tensor->to(device);
    }
  }
  return batch;
}

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
