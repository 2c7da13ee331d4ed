#include "module_search/batches.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

/// Padding to this length costs little.
constexpr size_t kShort = 64;

}  // namespace

std::vector<std::vector<size_t>> batches_of_like_length(std::span<const size_t> lengths,
                                                        size_t sentences, size_t tokens) {
  std::vector<size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lengths[a] > lengths[b]; });
  std::vector<std::vector<size_t>> batches;
  for (const size_t number : order) {
    const auto fits = [&](const std::vector<size_t>& batch) {
      const size_t longest = lengths[batch.front()];
      return batch.size() < sentences && (batch.size() + 1) * longest <= tokens &&
             (longest <= kShort || longest <= 2 * lengths[number]);
    };
    if (batches.empty() || !fits(batches.back())) batches.emplace_back();
    batches.back().push_back(number);
  }
  return batches;
}

torch::Tensor padded(std::span<const std::span<const int64_t>> rows, torch::Device device) {
  size_t longest = 0;
  for (const auto& row : rows) longest = std::max(longest, row.size());
  const auto columns = static_cast<int64_t>(longest);
  auto tensor =
      torch::full({static_cast<int64_t>(rows.size()), columns}, text::kPad, torch::kInt64);
  auto* begin = tensor.data_ptr<int64_t>();
  for (const auto& row : rows) {
    std::copy(row.begin(), row.end(), begin);
    begin += columns;
  }
  return tensor.to(device);
}

torch::Tensor lengths_of(std::span<const std::span<const int64_t>> rows, torch::Device device) {
  auto tensor = torch::empty({static_cast<int64_t>(rows.size())}, torch::kInt64);
  std::transform(rows.begin(), rows.end(), tensor.data_ptr<int64_t>(),
                 [](const auto& row) { return static_cast<int64_t>(row.size()); });
  return tensor.to(device);
}

Tokens decoder_input(std::span<const int64_t> written) {
  Tokens read = {text::kBos};
  read.insert(read.end(), written.begin(), written.end() - 1);
  return read;
}

void for_each_batch(std::span<const Tokens> sources, std::span<const Tokens> targets,
                    size_t sentences, size_t tokens, torch::Device device,
                    const std::function<void(const PairBatch&)>& each) {
  TORCH_CHECK(sources.size() == targets.size(), "for_each_batch: got ", sources.size(),
              " sources and ", targets.size(), " targets");
  std::vector<Tokens> inputs;
  std::vector<size_t> lengths;
  for (size_t pair = 0; pair < sources.size(); ++pair) {
    inputs.push_back(decoder_input(targets[pair]));
    lengths.push_back(std::max(sources[pair].size(), targets[pair].size()));
  }
  for (auto& numbers : batches_of_like_length(lengths, sentences, tokens)) {
    const auto rows_of = [&](std::span<const Tokens> all) {
      std::vector<std::span<const int64_t>> rows;
      for (const size_t number : numbers) rows.emplace_back(all[number]);
      return rows;
    };
    const auto source = rows_of(sources);
    PairBatch batch{.numbers = {},
                    .source = padded(source, device),
                    .source_lengths = lengths_of(source, device),
                    .target_input = padded(rows_of(inputs), device),
                    .target = padded(rows_of(targets), device)};
    batch.numbers = std::move(numbers);
    each(batch);
  }
}

torch::Device device_of(const torch::nn::Module& model) {
  const auto parameters = model.parameters();
  return parameters.empty() ? torch::Device(torch::kCPU) : parameters.front().device();
}

}  // namespace regard::translate
