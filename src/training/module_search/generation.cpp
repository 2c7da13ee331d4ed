#include "module_search/generation.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "interop/load_model.h"
#include "model/modules.h"
#include "regard/translate/text_generator.h"
#include "text/tokenizer_pair.h"
#include "translate/written_text.h"

namespace regard::search {
namespace {

using Row = std::vector<int64_t>;

/// One random engine per sample.
std::vector<std::mt19937_64> engines(uint64_t seed, int64_t samples) {
  std::vector<std::mt19937_64> engines;
  for (int64_t sample = 0; sample < samples; ++sample) {
    std::seed_seq sequence = {seed & 0xFFFFFFFFU, seed >> 32U, static_cast<uint64_t>(sample)};
    engines.emplace_back(sequence);
  }
  return engines;
}

/// The last `count` tokens of each row: (rows, count).
torch::Tensor last_tokens(const std::vector<Row>& rows, size_t count, torch::Device device) {
  auto tensor =
      torch::empty({static_cast<int64_t>(rows.size()), static_cast<int64_t>(count)}, torch::kInt64);
  auto* number = tensor.mutable_data_ptr<int64_t>();
  for (const auto& row : rows) {
    number = std::copy(row.end() - static_cast<ptrdiff_t>(count), row.end(), number);
  }
  return tensor.to(device);
}

/// Tracks the rows that a model continues and how much of them it has read.
class Reader {
 public:
  Reader(model::LanguageModel& model, int64_t window)
      : model_(model),
        window_(model.is_recurrent() ? 0 : static_cast<size_t>(window)),
        device_(model.parameters().front().device()) {}

  /// Logits (rows, vocab) of the token after each row, on the CPU in float64. Rows have grown by
  /// one token since the last call.
  torch::Tensor operator()(const std::vector<Row>& rows) {
    const size_t length = rows.front().size();
    size_t unread = length - read_;
    const bool full = window_ > 0 && static_cast<size_t>(state_.position) + unread > window_;
    if (read_ == 0 || full) {
      state_ = model_.start(static_cast<int64_t>(rows.size()));
      unread = full ? std::min(length, std::max<size_t>(window_ / 2, 1)) : length;
    }
    const auto states = model_.states(last_tokens(rows, unread, device_), state_);
    read_ = length;
    return model_.output_layer()(states.select(1, -1)).to(torch::kCPU, torch::kDouble).contiguous();
  }

 private:
  model::LanguageModel& model_;
  size_t window_;
  torch::Device device_;
  model::DecoderState state_;
  size_t read_ = 0;
};

}  // namespace

std::vector<std::vector<int64_t>> generate(model::LanguageModel& model,
                                           std::span<const int64_t> prefix,
                                           const GenerationOptions& options) {
  TORCH_CHECK(!prefix.empty(), "generate: the prefix must have a token");
  TORCH_CHECK(!model.is_training(), "generate: the model must be in eval mode");
  const torch::InferenceMode inference;
  auto random = engines(options.seed, options.samples);
  std::vector<Row> rows(static_cast<size_t>(options.samples), Row(prefix.begin(), prefix.end()));
  std::vector<bool> ended(rows.size(), false);
  Reader read(model, options.window);
  const auto is_ended = [](bool one) { return one; };
  for (int64_t n = 0; n < options.length && !std::all_of(ended.begin(), ended.end(), is_ended);
       ++n) {
    auto logits = read(rows);
    for (const int64_t token : options.never) logits.select(1, token).fill_(-INFINITY);
    const std::span all(logits.const_data_ptr<double>(), static_cast<size_t>(logits.numel()));
    const size_t vocab = all.size() / rows.size();
    for (size_t row = 0; row < rows.size(); ++row) {
      const auto token =
          sample_token(all.subspan(row * vocab, vocab), options.sampling, random[row]);
      rows[row].push_back(token);
      if (token == options.end) ended[row] = true;
    }
  }
  // Finished rows were continued along with the others; cut them at their end.
  for (auto& row : rows) {
    row.erase(row.begin(), row.begin() + static_cast<ptrdiff_t>(prefix.size()));
    if (options.end) row.erase(std::find(row.begin(), row.end(), *options.end), row.end());
  }
  return rows;
}

}  // namespace regard::search

namespace regard::translate {
namespace {

/// The tokens to continue from. Tokenizers drop a trailing space. A character tokenizer that knows
/// the space needs it, because it shows that a new word follows.
std::vector<int64_t> tokens_of_prefix(const text::TokenizerPair& tokenizers,
                                      config::TokenizerType type, std::string_view prefix) {
  auto tokens = tokenizers.encode_target(prefix);
  tokens.pop_back();  // the end of sentence
  const bool has_space = type == config::TokenizerType::character && prefix.ends_with(' ');
  const auto space = tokenizers.target().id(std::string(text::kWordMark));
  if (has_space && !tokens.empty() && space != text::kUnk) tokens.push_back(space);
  return tokens;
}

}  // namespace

struct TextGenerator::Impl {
  interop::LoadedLanguageModel loaded;
};

TextGenerator::TextGenerator(const std::string& directory, const TextGeneratorOptions& options) {
  model::set_threads(options.threads);
  impl_ = std::make_unique<Impl>(
      Impl{interop::load_language_model(directory, model::device_named(options.device))});
}

TextGenerator::TextGenerator(TextGenerator&&) noexcept = default;
TextGenerator& TextGenerator::operator=(TextGenerator&&) noexcept = default;
TextGenerator::~TextGenerator() = default;

std::vector<std::string> TextGenerator::generate(std::string_view prefix,
                                                 const config::GenerationOptions& options) {
  const auto& [experiment, model, tokenizers, metadata] = impl_->loaded;
  const auto beginning = tokens_of_prefix(tokenizers, experiment.tokenizer.type, prefix);
  auto read = beginning;
  read.insert(read.begin(), text::kEos);  // each line follows the eos of the previous one
  const search::GenerationOptions generation{.length = options.length,
                                             .sampling = search::sampling_options(options),
                                             .samples = options.samples,
                                             .seed = static_cast<uint64_t>(options.seed),
                                             .never = {text::kPad, text::kUnk, text::kBos},
                                             .end = text::kEos,
                                             .window = experiment.bptt.steps};
  std::vector<std::string> texts;
  for (const auto& written : search::generate(*model, read, generation)) {
    auto tokens = beginning;
    tokens.insert(tokens.end(), written.begin(), written.end());
    texts.push_back(one_line(tokenizers.decode_target(tokens)));
  }
  return texts;
}

}  // namespace regard::translate
