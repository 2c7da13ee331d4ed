#include "module_search/attended_words.h"

#include <algorithm>

#include "module_search/batches.h"
#include "translate/pieces_of.h"
#include "translate/texts_of_words.h"

namespace regard::translate {
namespace {

/// A batch holds every layer's maps.
constexpr size_t kMostSentences = 32;
constexpr size_t kMostTokens = 1024;

/// The last layer's cross-attention, averaged over heads: (batch, target, source); undefined if
/// there is none.
torch::Tensor last_map(const std::vector<model::AttentionMap>& maps) {
  torch::Tensor last;
  int64_t layer = -1;
  for (const auto& map : maps) {
    if (map.kind != model::AttentionMap::Kind::cross || map.layer < layer) continue;
    last = map.weights.mean(1);  // (batch, target, source)
    layer = map.layer;
  }
  return last.defined() ? last.to(torch::kCPU, torch::kFloat32).contiguous() : last;
}

Weights rows_of(const torch::Tensor& map, size_t rows, size_t columns) {
  Weights weights;
  for (size_t row = 0; row < rows; ++row) {
    const auto* begin = map[static_cast<int64_t>(row)].const_data_ptr<float>();
    weights.emplace_back(begin, begin + columns);
  }
  return weights;
}

}  // namespace

std::vector<AttendedWords> attended_words(model::Seq2SeqModel& model,
                                          const text::TokenizerPair& tokenizers,
                                          std::span<const std::string> lines,
                                          std::span<const std::vector<int64_t>> written,
                                          const std::function<void()>& before_batch) {
  TORCH_CHECK(lines.size() == written.size(), "attended_words: got ", lines.size(), " lines and ",
              written.size(), " translations");
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  std::vector<AttendedWords> attended(lines.size());
  std::vector<Tokens> sources, targets;
  std::vector<size_t> numbers;  // of the lines that were translated
  for (size_t line = 0; line < lines.size(); ++line) {
    if (written[line].empty()) continue;
    numbers.push_back(line);
    sources.push_back(tokenizers.encode_source(lines[line]));
    targets.push_back(written[line]);
  }
  const auto attend = [&](const PairBatch& batch) {
    before_batch();
    const auto map =
        last_map(model.attention(batch.source, batch.source_lengths, batch.target_input));
    for (size_t row = 0; row < batch.numbers.size(); ++row) {
      const size_t i = batch.numbers[row];
      auto& words = attended[numbers[i]];
      const auto source_pieces = pieces_of(tokenizers.source(), sources[i]);
      const auto target_pieces = pieces_of(tokenizers.target(), targets[i]);
      words.source = texts_of_words(tokenizers.source(), source_pieces);
      words.target = texts_of_words(tokenizers.target(), target_pieces);
      if (!map.defined()) continue;
      words.weights = attention_of_words(
          rows_of(map[static_cast<int64_t>(row)], target_pieces.size(), source_pieces.size()),
          source_pieces, target_pieces);
    }
  };
  for_each_batch(sources, targets, kMostSentences, kMostTokens, device_of(model), attend);
  return attended;
}

}  // namespace regard::translate
