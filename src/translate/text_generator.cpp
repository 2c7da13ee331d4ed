#include "regard/translate/text_generator.h"

#include "regard/model/device.h"
#include "regard/search/generation.h"
#include "regard/text/special_tokens.h"
#include "regard/translate/model_directory.h"
#include "translate/one_line.h"

namespace regard::translate {

struct TextGenerator::Impl {
  LoadedLanguageModel loaded;
};

TextGenerator::TextGenerator(const std::string& directory, const TextGeneratorOptions& options) {
  model::set_threads(options.threads);
  impl_ = std::make_unique<Impl>(
      Impl{load_language_model_directory(directory, model::device_named(options.device))});
}

TextGenerator::TextGenerator(TextGenerator&&) noexcept = default;
TextGenerator& TextGenerator::operator=(TextGenerator&&) noexcept = default;
TextGenerator::~TextGenerator() = default;

std::vector<std::string> TextGenerator::generate(std::string_view prefix,
                                                 const config::GenerationOptions& options) {
  const auto& [experiment, model, tokenizers, metadata] = impl_->loaded;
  auto beginning = tokenizers.encode_target(prefix);
  beginning.pop_back();  // its end of sentence
  auto read = beginning;
  read.insert(read.begin(), text::kEos);  // a line begins behind the end of another
  const search::GenerationOptions generation{.length = options.length,
                                             .sampling = {.temperature = options.temperature,
                                                          .top_k = options.top_k,
                                                          .top_p = options.top_p,
                                                          .epsilon = options.epsilon},
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
