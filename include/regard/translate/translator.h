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
#include "regard/translate/attended_translation.h"
#include "regard/translate/control.h"
#include "regard/translate/translation.h"
#include "regard/translate/wishes.h"

namespace regard::translate {

struct TranslatorOptions {
  std::string device = "auto";   ///< auto, cpu, cuda or cuda:N
  std::string compute = "auto";  ///< auto, float32, or bf16, int8: faster, a little less exact
  bool shortlist =
      false;            ///< by the tokens of the directory's shortlist: faster, and not quite exact
  int64_t threads = 0;  ///< of an operation on the CPU, in the whole program; 0: one a core
  /// Directories of further models with the same tokenizers, of any architecture: an ensemble,
  /// whose probabilities are the mean of theirs.
  std::vector<std::string> others = {};
  /// Directory of a language model with the target's tokenizer, whose log-probabilities count with
  /// the weight that the options of search say. Empty: none.
  std::string language_model = {};
};

/// Text to text: all that a program needs to translate with a model. Several threads may translate
/// with one; each gets what it would get alone.
///
///     regard::Translator translator{"runs/multi30k"};
///     std::cout << translator.translate("A man is reading.") << '\n';
///
/// Everything throws Error for what is wrong with what it was given (docs/library.md).
class Translator {
 public:
  /// `directory` is a run directory, or any that has its config.yaml, tokenizer and
  /// model.safetensors. Throws Error where one of them is missing, damaged, or does not belong to
  /// the others.
  explicit Translator(const std::string& directory, const TranslatorOptions& options = {});

  Translator(Translator&&) noexcept;
  Translator& operator=(Translator&&) noexcept;
  ~Translator();

  /// The best translations of one line and of several, by the options of the model's config.
  std::string translate(std::string_view line, const Control& control = {}) const;
  std::vector<std::string> translate(std::span<const std::string> lines,
                                     const Control& control = {}) const;

  /// All that is known of them: one translation for each line, in order, each with its n best
  /// candidates; found by search or, where that is wished for, drawn at random (draw.h). A blank
  /// line has none.
  std::vector<Translation> translate(std::span<const std::string> lines,
                                     const config::SearchOptions& options, int64_t n_best = 1,
                                     const Wishes& wishes = {}, const Control& control = {}) const;

  /// Takes a translation and the number of its line, from 0. What it throws ends the work.
  using Receiver = std::function<void(size_t line, Translation translation)>;
  /// The same, but `options.batch_size` lines at a time, after which their translations are handed
  /// over, in the order of the lines and in the thread of the call: fewer come sooner, more go
  /// faster.
  void translate_each(std::span<const std::string> lines, const Receiver& receive,
                      const config::SearchOptions& options, int64_t n_best = 1,
                      const Wishes& wishes = {}, const Control& control = {}) const;

  /// Running text, in which a sentence may go over several lines and a line may hold several
  /// (translate_document.h): lines of a file, or a part of one that ends with a paragraph.
  std::vector<std::string> translate_text(const std::vector<std::string>& lines,
                                          const config::SearchOptions& options,
                                          const Wishes& wishes = {},
                                          const Control& control = {}) const;

  /// The translation of one line, and what the model attended to. Throws Error if the line is blank
  /// or very long.
  AttendedTranslation translate_with_attention(const std::string& line,
                                               const config::SearchOptions& options) const;

  /// What the first model attends to as it writes a translation of `line` that was made already.
  /// None if the line is blank or very long (translate_with_attention.h).
  std::optional<AttendedTranslation> attention_of(const std::string& line,
                                                  const Translation& translation) const;

  /// The `search` section of the model's config.
  const config::SearchOptions& search_options() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate

/// What a program that translates needs, by short names.
namespace regard {
using config::GenerationOptions;
using config::SearchOptions;
using translate::Candidate;
using translate::Control;
using translate::Draw;
using translate::Translation;
using translate::Translator;
using translate::TranslatorOptions;
using translate::Wishes;
}  // namespace regard
