#include "regard/translate/text_generator.h"
#include "interop/load_model.h"

#include "model/device.h"
#include "module_search/generation.h"
#include "text/special_tokens.h"
#include "translate/one_line.h"

namespace regard::translate {
namespace {

/// The tokens to go on from. Tokenizers drop a space at the end; where it is a character that was
/// learnt, what follows is a new word.
std::vector<int64_t> tokens_of_prefix(const text::TokenizerPair& tokenizers,
                                      config::TokenizerType type, std::string_view prefix) {
  auto tokens = tokenizers.encode_target(prefix);
  tokens.pop_back();  // its end of sentence
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
  read.insert(read.begin(), text::kEos);  // a line follows the end of another
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
