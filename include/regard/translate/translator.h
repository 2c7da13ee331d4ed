#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/config/generation_options.h"
#include "regard/config/search_options.h"
#include "regard/translate/attended_translation.h"
#include "regard/translate/translation.h"
#include "regard/translate/wishes.h"

namespace regard::translate {

struct TranslatorOptions {
  std::string device = "auto";   ///< auto, cpu, cuda or cuda:N
  std::string compute = "auto";  ///< auto, float32, or int8: faster, and a little less exact
  int64_t threads = 0;  ///< of an operation on the CPU, in the whole program; 0: one a core
  /// Directories of further models with the same tokenizers, of any architecture: an ensemble,
  /// whose probabilities are the mean of theirs.
  std::vector<std::string> others = {};
  /// Directory of a language model with the target's tokenizer, whose log-probabilities count with
  /// the weight that the options of search say. Empty: none.
  std::string language_model = {};
};

/// Text to text: all that a program needs to translate with a model that regard has trained.
/// Several threads may translate with one.
///
///     auto translator = Translator::load("runs/multi30k");
///     std::cout << translator.translate("A man is reading.") << '\n';
class Translator {
 public:
  /// `directory` is a run directory, or any that has its config.yaml, tokenizer and
  /// model.safetensors. Throws Error where one of them is missing, damaged, or does not belong to
  /// the others.
  static Translator load(const std::string& directory, const TranslatorOptions& options = {});

  Translator(Translator&&) noexcept;
  Translator& operator=(Translator&&) noexcept;
  ~Translator();

  /// The best translation of one line, by the options of the model's config.
  std::string translate(std::string_view line);
  /// One translation for each line, in order, each with its n best candidates.
  std::vector<Translation> translate(std::span<const std::string> lines,
                                     const config::SearchOptions& options, int64_t n_best = 1,
                                     const Wishes& wishes = {});

  /// Running text, in which a sentence may go over several lines and a line may hold several
  /// (translate_document.h): lines of a file, or a part of one that ends with a paragraph.
  std::vector<std::string> translate_text(const std::vector<std::string>& lines,
                                          const config::SearchOptions& options,
                                          const Wishes& wishes = {});

  /// One random translation for each line, of lengths and in batches as `options` have it, by
  /// temperature, top_k, top_p, epsilon and seed of `sampling`, for which the first line has this
  /// number. By the first model alone.
  std::vector<Translation> sample(std::span<const std::string> lines,
                                  const config::SearchOptions& options,
                                  const config::GenerationOptions& sampling,
                                  int64_t first_number = 0);

  /// Of so many random translations of each line the one that is most like the others
  /// (minimum_bayes_risk.h).
  std::vector<Translation> translate_by_least_risk(std::span<const std::string> lines,
                                                   const config::SearchOptions& options,
                                                   const config::GenerationOptions& sampling,
                                                   int64_t samples, int64_t n_best = 1,
                                                   int64_t first_number = 0);

  /// The translation of one line, and what the model attended to. Throws Error if the line is blank
  /// or very long.
  AttendedTranslation translate_with_attention(const std::string& line,
                                               const config::SearchOptions& options);

  /// The `search` section of the model's config.
  const config::SearchOptions& search_options() const;

 private:
  struct Impl;
  explicit Translator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate
