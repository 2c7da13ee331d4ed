#include "trainer/alignment_choice.h"

#include <torch/utils.h>

#include <algorithm>
#include <vector>

#include "batches/batch.h"
#include "corpus/lexical_table.h"
#include "module_search/batches.h"
#include "text/tokenizer_pair.h"
#include "trainer/task.h"

namespace regard::train {
namespace {

constexpr int64_t kEnoughPairs = 1000;
constexpr size_t kBatch = 32;  // sentences

/// Sums over the tokens of target texts.
struct Agreement {
  std::vector<torch::Tensor> layers;  // (2, heads + 1): by step and head; the last head is the mean
  double tokens = 0;
};

/// Shifts the rows by one token; the last row stays.
torch::Tensor of_next(const torch::Tensor& rows) {
  const int64_t last = rows.size(2) - 1;
  return torch::cat({rows.narrow(2, 1, last), rows.narrow(2, last, 1)}, 2);
}

void add(model::Seq2SeqModel& model, const corpus::Batch& batch, Agreement& sums) {
  const auto positions = torch::arange(batch.source.size(1), batch.source.options());
  const auto is_word = positions < (batch.source_lengths - 1).unsqueeze(1);  // (batch, source)
  const auto not_word = is_word.logical_not().unsqueeze(1).unsqueeze(1);
  const auto is_predicted =
      batch.target_labels.ne(text::kPad).logical_and(batch.target_labels.ne(text::kEos));
  const auto expected = batch.alignments.unsqueeze(1);  // (batch, 1, target, source)
  size_t layer = 0;
  for (const auto& map : model.attention(batch.source, batch.source_lengths, batch.target_input)) {
    if (map.kind != model::AttentionMap::Kind::cross) continue;
    const auto heads = torch::cat({map.weights, map.weights.mean(1, true)}, 1);
    const auto read = heads.masked_fill(not_word, -1).argmax(-1);  // (batch, head, target)
    std::vector<torch::Tensor> steps;
    for (const auto& places : {read, of_next(read)}) {
      const auto found = expected.expand_as(heads).gather(-1, places.unsqueeze(-1)).squeeze(-1);
      steps.push_back((found * is_predicted.unsqueeze(1)).sum({0, 2}, false, torch::kFloat64));
    }
    const auto both = torch::stack(steps).cpu();
    if (layer == sums.layers.size()) sums.layers.push_back(torch::zeros_like(both));
    sums.layers[layer++] += both;
  }
  sums.tokens += is_predicted.sum().item<double>();
}

AlignmentChoice best_of(const Agreement& sums) {
  AlignmentChoice best;
  for (int64_t layer = std::ssize(sums.layers) - 1; layer >= 0; --layer) {
    const auto& of_layer = sums.layers[static_cast<size_t>(layer)];
    const auto by_step = of_layer.accessor<double, 2>();
    const int64_t mean = of_layer.size(1) - 1;
    for (int64_t step = 0; step < 2; ++step) {
      for (int64_t head = mean; head >= 0; --head) {
        const double agreement = by_step[step][head] / std::max(sums.tokens, 1.0);
        if (agreement <= best.agreement) continue;
        best = {.source = {.layer = layer,
                           .head = head == mean ? std::nullopt : std::optional(head),
                           .shifted = step == 1},
                .agreement = agreement};
      }
    }
  }
  return best;
}

}  // namespace

std::optional<AlignmentChoice> choose_alignment(model::Seq2SeqModel& model,
                                                const corpus::Examples& examples,
                                                const alignment::TokenLinker& linker) {
  const torch::InferenceMode inference;
  const translate::EvalMode eval(model);
  const auto device = translate::device_of(model);
  const auto chosen = corpus::evenly_spread(examples, kEnoughPairs);
  const auto batches = static_cast<int64_t>((chosen.size() + kBatch - 1) / kBatch);
  Agreement sums;
  for (const auto part : split<size_t>(chosen, batches)) {
    auto batch = corpus::make_batch(examples, part, device);
    batch.alignments = corpus::linked_tokens(linker, examples, part).to(device);
    add(model, batch, sums);
  }
  if (sums.layers.empty()) return {};
  return best_of(sums);
}

}  // namespace regard::train
