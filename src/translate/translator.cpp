#include "regard/translate/translator.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/str.h"
#include "regard/config/reader.h"
#include "regard/config/writer.h"
#include "regard/model/device.h"
#include "regard/translate/minimum_bayes_risk.h"
#include "regard/translate/model_directory.h"
#include "regard/translate/translate_by_modules.h"
#include "regard/translate/translate_document.h"
#include "regard/translate/translate_lines.h"
#include "regard/translate/translate_with_attention.h"
#include "regard/translate/translation_model.h"

namespace regard::translate {
namespace {

void check_same_tokenizers(const std::string& hash, const std::string& other,
                           const std::string& directory) {
  if (hash == other) return;
  throw Error("has another tokenizer than the model it is combined with", directory,
              "models can be combined if they were trained with one tokenizer: tokenizer.model "
              "names an existing one");
}

/// Throws Error for a value that the description of the options does not allow.
void check(const config::SearchOptions& options, int64_t n_best = 1) {
  config::read<config::SearchOptions>(config::to_node(options), "search");
  if (n_best < 1 || n_best > options.beam_size) {
    throw Error(str("n_best is ", n_best, ", but must be from 1 to search.beam_size (",
                    options.beam_size, ")"),
                {}, "take a larger beam for more candidates");
  }
}

}  // namespace

struct Translator::Impl {
  TranslationModel model;
  std::vector<LoadedModel> others = {};
  std::optional<LoadedLanguageModel> language_model = {};

  /// Where the caller leaves it open, a line may be as long as those of the training.
  config::SearchOptions completed(const config::SearchOptions& options) const {
    return config::completed(options, model.experiment().data);
  }

  search::Decoders decoders(double language_weight) {
    search::Decoders decoders{.models = {&model.modules_for_search()}};
    for (auto& other : others) decoders.models.push_back(other.model.get());
    if (language_model) {
      decoders.language_model = language_model->model.get();
      decoders.language_weight = language_weight;
    }
    return decoders;
  }
};

Translator::Translator(const std::string& directory, const TranslatorOptions& options) {
  model::set_threads(options.threads);
  const auto device = model::device_named(options.device);
  const bool alone = options.others.empty() && options.language_model.empty();
  impl_ = std::make_unique<Impl>(Impl{TranslationModel(directory, {.device = device,
                                                                   .compute = options.compute,
                                                                   .shortlist = options.shortlist,
                                                                   .engine = alone})});
  const auto& tokenizers = impl_->model.tokenizers();
  for (const auto& other : options.others) {
    impl_->others.push_back(load_model_directory(other, device));
    check_same_tokenizers(tokenizers.hash(), impl_->others.back().tokenizers.hash(), other);
  }
  if (!options.language_model.empty()) {
    impl_->language_model = load_language_model_directory(options.language_model, device);
    check_same_tokenizers(tokenizers.target().hash(),
                          impl_->language_model->tokenizers.target().hash(),
                          options.language_model);
  }
}

Translator::Translator(Translator&&) noexcept = default;
Translator& Translator::operator=(Translator&&) noexcept = default;
Translator::~Translator() = default;

std::string Translator::translate(std::string_view line, const Control& control) const {
  const std::string lines[] = {std::string(line)};
  return std::move(translate(lines, control).front());
}

std::vector<std::string> Translator::translate(std::span<const std::string> lines,
                                               const Control& control) const {
  std::vector<std::string> texts;
  for (auto& translation : translate(lines, search_options(), 1, {}, control)) {
    if (translation.parts > 1) {
      log_warning(
          "a line is too long to translate at once (search.longest_source), so it was translated "
          "in ",
          translation.parts, " parts");
    }
    texts.push_back(std::move(translation.text));
  }
  return texts;
}

std::vector<Translation> Translator::translate(std::span<const std::string> lines,
                                               const config::SearchOptions& options, int64_t n_best,
                                               const Wishes& wishes, const Control& control) const {
  check(options, n_best);
  if (wishes.empty() && impl_->others.empty() && !impl_->language_model) {
    return translate_lines(impl_->model, lines, impl_->completed(options), n_best,
                           control.before_step());
  }
  return translate_by_modules(impl_->decoders(options.language_model_weight),
                              impl_->model.tokenizers(), lines, impl_->completed(options), n_best,
                              wishes, control.before_step());
}

void Translator::translate_each(std::span<const std::string> lines, const Receiver& receive,
                                const config::SearchOptions& options, int64_t n_best,
                                const Wishes& wishes, const Control& control) const {
  check(options, n_best);
  const auto batch_size = static_cast<size_t>(options.batch_size);
  auto wished = wishes;
  for (size_t first = 0; first < lines.size(); first += batch_size) {
    const size_t count = std::min(batch_size, lines.size() - first);
    if (!wishes.prefixes.empty()) {
      const auto prefixes = std::span(wishes.prefixes).subspan(first, count);
      wished.prefixes.assign(prefixes.begin(), prefixes.end());
    }
    size_t line = first;
    for (auto& translation :
         translate(lines.subspan(first, count), options, n_best, wished, control)) {
      receive(line++, std::move(translation));
    }
  }
}

std::vector<std::string> Translator::translate_text(const std::vector<std::string>& lines,
                                                    const config::SearchOptions& options,
                                                    const Wishes& wishes,
                                                    const Control& control) const {
  const auto translate_sentences = [&](const std::vector<std::string>& sentences) {
    std::vector<std::string> texts;
    for (auto& translation : translate(sentences, options, 1, wishes, control)) {
      if (translation.repeats) log_warning("a translation repeats itself: ", translation.text);
      texts.push_back(std::move(translation.text));
    }
    return texts;
  };
  const auto count = [&](std::string_view text) {
    return impl_->model.tokenizers().encode_source(text).size();
  };
  return translate_document(
      lines, translate_sentences,
      {.longest = static_cast<size_t>(impl_->model.experiment().data.max_length), .count = count});
}

std::vector<Translation> Translator::sample(std::span<const std::string> lines,
                                            const config::SearchOptions& options,
                                            const config::GenerationOptions& sampling,
                                            int64_t first_number, const Control& control) const {
  check(options);
  return sample_lines(impl_->model.modules_for_search(), impl_->model.tokenizers(), lines,
                      impl_->completed(options), sampling, first_number, control.before_step());
}

std::vector<Translation> Translator::translate_by_least_risk(
    std::span<const std::string> lines, const config::SearchOptions& options,
    const config::GenerationOptions& sampling, int64_t samples, int64_t n_best,
    int64_t first_number, const Control& control) const {
  check(options);
  return translate::translate_by_least_risk(
      impl_->model.modules_for_search(), impl_->model.tokenizers(), lines,
      impl_->completed(options), sampling, samples, n_best, first_number, control.before_step());
}

AttendedTranslation Translator::translate_with_attention(
    const std::string& line, const config::SearchOptions& options) const {
  check(options);
  return translate::translate_with_attention(impl_->model.modules(), impl_->model.tokenizers(),
                                             line, options);
}

std::optional<AttendedTranslation> Translator::attention_of(const std::string& line,
                                                            const Translation& translation) const {
  return translate::attention_of(impl_->model.modules(), impl_->model.tokenizers(), line,
                                 translation);
}

const config::SearchOptions& Translator::search_options() const {
  return impl_->model.experiment().search;
}

}  // namespace regard::translate
