#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "regard/config/generation_options.h"

namespace regard::translate {

struct TextGeneratorOptions {
  std::string device = "auto";  ///< auto, cpu, cuda or cuda:N
  int64_t threads = 0;          ///< CPU threads of the whole program; 0: one per core
};

/// Continues texts with a language model.
///
///     TextGenerator generator{"runs/lm-characters"};
///     for (const auto& text : generator.generate("The cat", {.samples = 3})) …
class TextGenerator {
 public:
  /// `directory` is a run directory or any directory with config.yaml, tokenizer and
  /// model.safetensors. Throws the same errors as interop::load_language_model.
  explicit TextGenerator(const std::string& directory, const TextGeneratorOptions& options = {});

  TextGenerator(TextGenerator&&) noexcept;
  TextGenerator& operator=(TextGenerator&&) noexcept;
  ~TextGenerator();

  /// Returns `options.samples` lines that start with `prefix`, as the tokenizer decodes it; an
  /// empty prefix starts a new line.
  std::vector<std::string> generate(std::string_view prefix,
                                    const config::GenerationOptions& options);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate
