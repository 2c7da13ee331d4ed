#include "module_search/searchers.h"

#include <algorithm>

#include "module_search/batches.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "translate/sources.h"
#include "translate/translate_lines.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// Batches are small, because each holds every layer's maps.
constexpr size_t kMostSentences = 32;
constexpr size_t kMostTokens = 1024;

/// The attention that alignments are read from: (batch, target, source); undefined if the model has
/// no attention.
torch::Tensor alignment_map(model::Seq2SeqModel& model, const PairBatch& batch) {
  std::vector<torch::Tensor> layers;
  for (auto& map : model.attention(batch.source, batch.source_lengths, batch.target_input)) {
    if (map.kind == model::AttentionMap::Kind::cross) layers.push_back(std::move(map.weights));
  }
  if (layers.empty()) return {};
  return model.alignment_map(layers).to(torch::kCPU, torch::kFloat32).contiguous();
}

Weights rows_of(const torch::Tensor& map, size_t rows, size_t columns, bool shifted) {
  Weights weights;
  for (size_t row = 0; row < rows; ++row) {
    const auto* begin = map[static_cast<int64_t>(row)].const_data_ptr<float>();
    weights.emplace_back(begin, begin + columns);
  }
  if (shifted) model::shift(weights);
  return weights;
}

}  // namespace

std::vector<AttendedWords> attended_words(model::Seq2SeqModel& model,
                                          const text::TokenizerPair& tokenizers,
                                          std::span<const std::string> lines,
                                          std::span<const std::vector<int64_t>> written,
                                          std::optional<int64_t> tag) {
  TORCH_CHECK(lines.size() == written.size(), "attended_words: got ", lines.size(), " lines and ",
              written.size(), " translations");
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  std::vector<AttendedWords> attended(lines.size());
  std::vector<Tokens> sources, targets;
  std::vector<size_t> numbers;  // indices of the translated lines
  for (size_t line = 0; line < lines.size(); ++line) {
    if (written[line].empty()) continue;
    numbers.push_back(line);
    sources.push_back(tokenizers.encode_source(lines[line]));
    targets.push_back(written[line]);
  }
  put_first(tag, sources);
  const auto attend = [&](const PairBatch& batch) {
    const auto map = alignment_map(model, batch);
    for (size_t row = 0; row < batch.numbers.size(); ++row) {
      const size_t i = batch.numbers[row];
      auto& words = attended[numbers[i]];
      const auto source_pieces = pieces_of(tokenizers.source(), sources[i]);
      const auto target_pieces = pieces_of(tokenizers.target(), targets[i]);
      words.source = texts_of_words(tokenizers.source(), source_pieces);
      words.target = texts_of_words(tokenizers.target(), target_pieces);
      if (!map.defined()) continue;
      words.weights =
          attention_of_words(rows_of(map[static_cast<int64_t>(row)], target_pieces.size(),
                                     source_pieces.size(), model.alignment().shifted),
                             source_pieces, target_pieces);
    }
  };
  for_each_batch(sources, targets, kMostSentences, kMostTokens, device_of(model), attend);
  return attended;
}

namespace {

AttentionWeights::Kind kind_of(model::AttentionMap::Kind kind) {
  switch (kind) {
    case model::AttentionMap::Kind::encoder:
      return AttentionWeights::Kind::encoder;
    case model::AttentionMap::Kind::decoder:
      return AttentionWeights::Kind::decoder;
    case model::AttentionMap::Kind::cross:
      break;
  }
  return AttentionWeights::Kind::cross;
}

// (query, key)
std::vector<std::vector<float>> rows_of(const torch::Tensor& weights) {
  std::vector<std::vector<float>> rows;
  const auto on_cpu = weights.to(torch::kCPU, torch::kFloat32).contiguous();
  for (const auto& row : on_cpu.unbind(0)) {
    rows.emplace_back(row.const_data_ptr<float>(), row.const_data_ptr<float>() + row.numel());
  }
  return rows;
}

/// The source tokens that the model read for a candidate translation; empty if it read nothing.
Tokens tokens_read(const text::TokenizerPair& tokenizers, const std::string& line,
                   const Candidate& candidate) {
  if (tokenizers.decode_target(candidate.ids) == candidate.text) {
    return tokenizers.encode_source(line);
  }
  const Sources sources(tokenizers, std::span(&line, 1));
  if (sources.tokens.empty()) return {};
  return sources.tokens.size() == 1 ? sources.tokens.front() : tokenizers.encode_source(line);
}

}  // namespace

std::optional<AttendedTranslation> attention_of(model::Seq2SeqModel& model,
                                                const text::TokenizerPair& tokenizers,
                                                const std::string& line, Translation translation,
                                                std::optional<int64_t> tag) {
  if (translation.n_best.empty() || translation.parts() > 1) return {};
  Tokens source = tokens_read(tokenizers, line, translation.n_best.front());
  if (!source.empty()) put_first(tag, std::span(&source, 1));
  if (source.empty() || source.size() > kLongestAttended) return {};
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  AttendedTranslation attended;
  attended.line = line;
  attended.translation = std::move(translation);
  const Tokens& written = attended.translation.n_best.front().ids;
  const Tokens read = decoder_input(written);
  attended.source = pieces_of(tokenizers.source(), source);
  attended.written = pieces_of(tokenizers.target(), written);
  attended.read = pieces_of(tokenizers.target(), read);

  const std::span<const int64_t> sources[] = {source}, inputs[] = {read};
  for (const auto& map : model.attention(padded(sources, device), lengths_of(sources, device),
                                         padded(inputs, device))) {
    for (int64_t head = 0; head < map.weights.size(1); ++head) {
      attended.attention.push_back({.kind = kind_of(map.kind),
                                    .layer = map.layer,
                                    .head = head,
                                    .weights = rows_of(map.weights[0][head])});
    }
  }
  return attended;
}

AttendedTranslation translate_with_attention(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const std::string& line,
                                             const config::SearchOptions& options) {
  const auto tokens = tokenizers.encode_source(line).size();
  if (tokens <= 1) throw Error("the text to translate is empty");  // only eos
  if (tokens > kLongestAttended) {
    throw Error(str("the text has ", tokens, " tokens, but attention is shown for at most ",
                    kLongestAttended),
                {}, "give one sentence");
  }
  auto in_one_go = options;
  in_one_go.longest_source = kLongestAttended;
  const auto searcher = module_searcher(model);
  const auto translated = [&] {
    return std::move(
        translate_lines(*searcher, tokenizers, std::span(&line, 1), {.search = in_one_go}).front());
  };
  auto translation = translated();
  if (translation.parts() > 1) {
    in_one_go.split = false;
    translation = translated();
  }
  auto attended = attention_of(model, tokenizers, line, std::move(translation),
                               tag_id(options.tag, tokenizers.source()));
  if (!attended) throw Error("the model reads nothing of this text: it is copied");
  return *std::move(attended);
}

}  // namespace regard::translate
