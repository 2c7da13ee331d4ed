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

/// Text to text: everything a program needs to translate with a model. Several threads may use one;
/// each gets what it would get alone.
///
///     regard::Translator translator{"runs/multi30k"};
///     std::cout << translator.translate("A man is reading.") << '\n';
///
/// All functions throw Error for invalid arguments (docs/library.md).
class Translator {
 public:
  /// `directory` is a run directory, or any with its config.yaml, tokenizer and model.safetensors.
  /// Throws Error if one of them is missing, damaged, or does not belong to the others.
  explicit Translator(const std::string& directory, const TranslatorOptions& options = {});

  Translator(Translator&&) noexcept;
  Translator& operator=(Translator&&) noexcept;
  ~Translator();

  /// The best translation of a line, or of each line, by the options of the model's config.
  std::string translate(std::string_view line, const Control& control = {}) const;
  std::vector<std::string> translate(std::span<const std::string> lines,
                                     const Control& control = {}) const;

  /// A translation for each line, in order, with its n best candidates, which are found by search
  /// or, on request, drawn at random (translator_options.h). A blank line has none.
  std::vector<Translation> translate(std::span<const std::string> lines,
                                     const config::SearchOptions& options, int64_t n_best = 1,
                                     const RequestOptions& request_options = {},
                                     const Control& control = {}) const;

  /// Takes a translation and the number of its line, from 0. May throw to end the call.
  using Receiver = std::function<void(size_t line, Translation translation)>;
  /// Translates and hands translations over after every `options.batch_size` lines, in order and in
  /// the thread of the call: small batches arrive sooner, large ones are faster overall.
  void translate_each(std::span<const std::string> lines, const Receiver& receive,
                      const config::SearchOptions& options, int64_t n_best = 1,
                      const RequestOptions& request_options = {},
                      const Control& control = {}) const;

  /// Running text, whose sentences may span lines (translate_document.h): a file's lines, or a part
  /// of them that ends with a paragraph.
  std::vector<std::string> translate_text(const std::vector<std::string>& lines,
                                          const config::SearchOptions& options,
                                          const RequestOptions& request_options = {},
                                          const Control& control = {}) const;

  /// HTML, whose tags stay and are put on the words that belong to theirs (docs/documents.md), by
  /// the options of the model's config.
  std::string translate_html(std::string_view html, const Control& control = {}) const;

  /// A text in any markup, in UTF-8 whatever it says of itself. Throws Error for XML that is not
  /// well-formed.
  std::string translate_markup(std::string_view text, Markup markup,
                               const config::SearchOptions& options,
                               const RequestOptions& request_options = {},
                               const Control& control = {}) const;

  /// The translation of a line, and what the model attends to. Throws Error if the line is blank or
  /// very long.
  AttendedTranslation translate_with_attention(const std::string& line,
                                               const config::SearchOptions& options) const;

  /// What the first model attends to as it writes an existing translation of `line`. Nothing if the
  /// line is blank or very long (searchers.h).
  std::optional<AttendedTranslation> attention_of(const std::string& line,
                                                  const Translation& translation) const;

  /// The codes of the languages, such as "en"; empty where the model's config lacks them.
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
