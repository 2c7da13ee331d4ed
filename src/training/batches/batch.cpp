#include "batches/batch.h"

#include <torch/utils.h>

#include <algorithm>
#include <vector>

#include "base/machine.h"
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

torch::Tensor linked_tokens(const alignment::TokenLinker& linker, const Examples& examples,
                            std::span<const size_t> chosen) {
  int64_t longest_source = 0, longest_target = 0;
  for (const size_t example : chosen) {
    longest_source = std::max(longest_source, std::ssize(examples.source(example)));
    longest_target = std::max(longest_target, std::ssize(examples.target(example)));
  }
  auto result = torch::zeros({std::ssize(chosen), longest_target, longest_source});
  auto rows = result.accessor<float, 3>();
  constexpr int64_t kLeast = 8;  // minimum number of sentences per thread
  for_parts(std::ssize(chosen), kLeast, [&](int64_t begin, int64_t end) {
    for (int64_t sentence = begin; sentence < end; ++sentence) {
      const size_t example = chosen[static_cast<size_t>(sentence)];
      const auto links = linker(examples.source(example), examples.target(example));
      std::vector<float> counts(examples.target(example).size());
      for (const auto& link : links) ++counts[static_cast<size_t>(link.target)];
      for (const auto& [source, target] : links) {
        rows[sentence][target][source] = 1 / counts[static_cast<size_t>(target)];
      }
    }
  });
  return result;
}

}  // namespace regard::corpus
