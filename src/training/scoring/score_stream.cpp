#include "scoring/score_stream.h"

#include <algorithm>
#include <cmath>

#include "module_search/batches.h"
#include "scoring/negative_log_likelihood.h"
#include "text/special_tokens.h"

namespace regard::translate {
namespace {

constexpr int64_t kMostRows = 16;
/// Enough that the first tokens of a row, which lack context, weigh little.
constexpr int64_t kTokensOfARow = 1024;

/// A text and the token to predict at each place, in rows read side by side: (rows, length), int64.
/// The last row is padded.
struct Rows {
  torch::Tensor input, labels;
};

Rows rows_of(std::span<const int32_t> tokens) {
  const auto count = static_cast<int64_t>(tokens.size());
  const int64_t rows = std::clamp<int64_t>(count / kTokensOfARow, 1, kMostRows);
  const int64_t length = (count + rows - 1) / rows;
  auto labels = torch::full({rows * length}, text::kPad, torch::kInt64);
  auto input = labels.clone();
  std::copy(tokens.begin(), tokens.end(), labels.mutable_data_ptr<int64_t>());
  auto* first = input.mutable_data_ptr<int64_t>();
  *first = text::kEos;
  std::copy(tokens.begin(), tokens.end() - 1, first + 1);
  return {input.view({rows, length}), labels.view({rows, length})};
}

}  // namespace

TextScore score_stream(model::LanguageModel& model, std::span<const int32_t> tokens, int64_t steps,
                       const std::function<void()>& before_batch) {
  TORCH_CHECK(steps >= 1, "score_stream: steps must be at least 1, got ", steps);
  TextScore score;
  score.tokens = static_cast<int64_t>(tokens.size());
  if (tokens.empty()) return score;
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  const auto [input, labels] = rows_of(tokens);
  const int64_t rows = input.size(0), length = input.size(1);

  auto sum = torch::zeros({}, torch::dtype(torch::kFloat64).device(device));
  auto state = model.start(rows);
  for (int64_t begin = 0; begin < length; begin += steps) {
    before_batch();
    if (!model.is_recurrent()) state = model.start(rows);
    const int64_t end = std::min(begin + steps, length);
    const auto states = model.states(input.slice(1, begin, end).to(device), state);
    sum += negative_log_likelihood(model.output_layer(), states.flatten(0, 1),
                                   labels.slice(1, begin, end).flatten().to(device));
  }
  score.loss = sum.item<double>() / static_cast<double>(score.tokens);
  score.perplexity = std::exp(score.loss);
  return score;
}

}  // namespace regard::translate
