#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/config/search_options.h"
#include "regard/translate/translation.h"
#include "regard/translate/translator_options.h"

namespace regard::translate {

/// Translates text with a model. Several threads may share one translator; they do not affect each
/// other's results.
///
///     regard::Translator translator{"runs/multi30k"};
///     std::cout << translator.translate("A man is reading.") << '\n';
///
/// All functions throw Error for invalid arguments (docs/library.md).
class Translator {
 public:
  /// `directory` is a run directory or any directory with config.yaml, tokenizer and
  /// model.safetensors, or a packed model. Throws Error if one of these files is missing or
  /// damaged, or does not match the others.
  explicit Translator(const std::string& directory, const TranslatorOptions& options = {});

  Translator(Translator&&) noexcept;
  Translator& operator=(Translator&&) noexcept;
  ~Translator();

  /// The best translation of a line, or of each line, with the options of the model's config.
  std::string translate(std::string_view line, const Control& control = {}) const;
  std::vector<std::string> translate(std::span<const std::string> lines,
                                     const Control& control = {}) const;

  /// A translation of each line, in order, with its n best candidates, found by search or, on
  /// request, drawn at random (translator_options.h). A blank line has no candidates.
  std::vector<Translation> translate(std::span<const std::string> lines,
                                     const config::SearchOptions& options, int64_t n_best = 1,
                                     const RequestOptions& request_options = {},
                                     const Control& control = {}) const;

  /// Receives a translation and the number of its line, from 0. May throw to end the call.
  using Receiver = std::function<void(size_t line, Translation translation)>;
  /// Translates and calls `receive` after every `options.batch_size` lines, in order and on the
  /// calling thread. Small batches have lower latency, large ones higher throughput.
  void translate_each(std::span<const std::string> lines, const Receiver& receive,
                      const config::SearchOptions& options, int64_t n_best = 1,
                      const RequestOptions& request_options = {},
                      const Control& control = {}) const;

  /// Translates running text, whose sentences may span lines (translate_document.h). `lines` are
  /// all lines of a file, or a part that ends at the end of a paragraph.
  std::vector<std::string> translate_text(const std::vector<std::string>& lines,
                                          const config::SearchOptions& options,
                                          const RequestOptions& request_options = {},
                                          const Control& control = {}) const;

  /// Translates HTML with the options of the model's config. Tags are kept and moved to the
  /// corresponding words (docs/documents.md).
  std::string translate_html(std::string_view html, const Control& control = {}) const;

  /// Translates marked-up text, read as UTF-8 regardless of the encoding that it declares. Throws
  /// Error for XML that is not well-formed.
  std::string translate_markup(std::string_view text, Markup markup,
                               const config::SearchOptions& options,
                               const RequestOptions& request_options = {},
                               const Control& control = {}) const;

  /// Translates a line and returns the attention weights with it. Throws Error if the line is blank
  /// or very long.
  AttendedTranslation translate_with_attention(const std::string& line,
                                               const config::SearchOptions& options) const;

  /// The attention weights of the first model for an existing translation of `line`. Returns
  /// nullopt if the line is blank or very long (searchers.h).
  std::optional<AttendedTranslation> attention_of(const std::string& line,
                                                  const Translation& translation) const;

  /// Language codes, such as "en"; empty if the model's config lacks them.
  const std::string& source_language() const;
  const std::string& target_language() const;

  /// The `search` section of the model's config.
  const config::SearchOptions& search_options() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate

/// Short names for programs that translate.
namespace regard {
using config::GenerationOptions;
using config::SearchOptions;
using translate::Candidate;
using translate::Compute;
using translate::Control;
using translate::Draw;
using translate::Markup;
using translate::RequestOptions;
using translate::Translation;
using translate::Translator;
using translate::TranslatorOptions;
}  // namespace regard
