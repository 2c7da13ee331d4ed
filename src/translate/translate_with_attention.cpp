#include "regard/translate/translate_with_attention.h"

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/text/special_tokens.h"
#include "regard/translate/translate_lines.h"
#include "translate/batches.h"

namespace regard::translate {
namespace {

std::vector<std::string> pieces_of(const text::Tokenizer& tokenizer, const Tokens& ids) {
  std::vector<std::string> pieces;
  for (const int64_t id : ids) pieces.push_back(tokenizer.piece(id));
  return pieces;
}

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

}  // namespace

AttendedTranslation translate_with_attention(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const std::string& line,
                                             const config::SearchOptions& options) {
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  const Tokens source = tokenizers.encode_source(line);
  if (source.size() <= 1) throw Error("there is no text to translate");  // eos alone
  if (source.size() > kLongestAttended) {
    throw Error(str("the text has ", source.size(), " tokens, but attention is shown for at most ",
                    kLongestAttended),
                {}, "give one sentence");
  }
  AttendedTranslation attended;
  const std::string lines[] = {line};
  attended.translation = translate_lines(model, tokenizers, lines, options).front();

  const Tokens& written = attended.translation.n_best.front().ids;
  Tokens read = {text::kBos};
  read.insert(read.end(), written.begin(), written.end() - 1);
  attended.source = pieces_of(tokenizers.source(), source);
  attended.written = pieces_of(tokenizers.target(), written);
  attended.read = pieces_of(tokenizers.target(), read);

  const Tokens* const sources[] = {&source};
  const Tokens* const inputs[] = {&read};
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

}  // namespace regard::translate
