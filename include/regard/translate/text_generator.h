#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "regard/config/generation_options.h"

namespace regard::translate {

/// Continues texts with a language model that regard has trained.
///
///     auto generator = TextGenerator::load("runs/lm-characters");
///     for (const auto& text : generator.generate("The cat", {.samples = 3})) …
class TextGenerator {
 public:
  /// `directory` is a run directory, or any that has its config.yaml, tokenizer and
  /// model.safetensors. `device`: auto, cpu, cuda or cuda:N; `threads` of an operation on the CPU,
  /// 0 is one a core. Throws Error as load_language_model_directory does.
  static TextGenerator load(const std::string& directory, const std::string& device = "auto",
                            int64_t threads = 0);

  TextGenerator(TextGenerator&&) noexcept;
  TextGenerator& operator=(TextGenerator&&) noexcept;
  ~TextGenerator();

  /// `options.samples` lines that begin with `prefix`, as the tokenizer writes it; an empty prefix
  /// begins a line.
  std::vector<std::string> generate(std::string_view prefix,
                                    const config::GenerationOptions& options);

 private:
  struct Impl;
  explicit TextGenerator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate
