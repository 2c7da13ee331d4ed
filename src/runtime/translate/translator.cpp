#include "regard/translate/translator.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/machine.h"
#include "translate/translate_document.h"
#include "translate/translation_model.h"

namespace regard::translate {

struct Translator::Impl {
  TranslationModel model;
};

Translator::Translator(const std::string& directory, const TranslatorOptions& options) {
  if (options.threads > 0) set_threads(options.threads);
  impl_ = std::make_unique<Impl>(Impl{TranslationModel(directory, options)});
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
    if (translation.cuts > 0) {
      log_warning(
          "a sentence is too long to translate at once (search.longest_source), so it was cut into "
          "clauses");
    }
    texts.push_back(std::move(translation.text));
  }
  return texts;
}

std::vector<Translation> Translator::translate(std::span<const std::string> lines,
                                               const config::SearchOptions& options, int64_t n_best,
                                               const RequestOptions& request_options,
                                               const Control& control) const {
  return impl_->model.translate(lines,
                                {.search = options, .n_best = n_best, .options = request_options},
                                control.before_step());
}

void Translator::translate_each(std::span<const std::string> lines, const Receiver& receive,
                                const config::SearchOptions& options, int64_t n_best,
                                const RequestOptions& request_options,
                                const Control& control) const {
  check({.search = options, .n_best = n_best, .options = request_options});
  const auto batch_size = static_cast<size_t>(options.batch_size);
  auto batch_options = request_options;
  for (size_t first = 0; first < lines.size(); first += batch_size) {
    const size_t count = std::min(batch_size, lines.size() - first);
    if (!request_options.prefixes.empty()) {
      const auto prefixes = std::span(request_options.prefixes).subspan(first, count);
      batch_options.prefixes.assign(prefixes.begin(), prefixes.end());
    }
    if (request_options.draw) {
      batch_options.draw->first_number =
          request_options.draw->first_number + static_cast<int64_t>(first);
    }
    size_t line = first;
    for (auto& translation :
         translate(lines.subspan(first, count), options, n_best, batch_options, control)) {
      receive(line++, std::move(translation));
    }
  }
}

std::vector<std::string> Translator::translate_text(const std::vector<std::string>& lines,
                                                    const config::SearchOptions& options,
                                                    const RequestOptions& request_options,
                                                    const Control& control) const {
  const auto translate_sentences = [&](const std::vector<std::string>& sentences) {
    std::vector<std::string> texts;
    for (auto& translation : translate(sentences, options, 1, request_options, control)) {
      if (translation.repeats) log_warning("a translation repeats itself: ", translation.text);
      for (const auto& word : translation.unknown) {
        log_warning("the model does not know '", word, "': ", translation.text);
      }
      if (translation.is_short) {
        log_warning("a translation is far shorter than its sentence; something may be missing: ",
                    translation.text);
      }
      if (translation.has_cut_prefix) {
        log_warning("the prefix is longer than the maximum length and was cut off: ",
                    translation.text);
      } else if (translation.is_unfinished()) {
        log_warning("a translation did not end and was cut off at the maximum length: ",
                    translation.text);
      }
      for (const auto& term : translation.unmet) {
        log_warning("'", term.source, "' could not be translated as '", term.target,
                    "': ", translation.text);
      }
      texts.push_back(std::move(translation.text));
    }
    return texts;
  };
  return translate_document(lines, translate_sentences, impl_->model.document_options());
}

AttendedTranslation Translator::translate_with_attention(
    const std::string& line, const config::SearchOptions& options) const {
  return impl_->model.modules().translate_with_attention(line, options);
}

std::optional<AttendedTranslation> Translator::attention_of(const std::string& line,
                                                            const Translation& translation) const {
  return impl_->model.modules().attention_of(line, translation);
}

const std::string& Translator::source_language() const {
  return impl_->model.experiment().data.source_language;
}

const std::string& Translator::target_language() const {
  return impl_->model.experiment().data.target_language;
}

const config::SearchOptions& Translator::search_options() const {
  return impl_->model.experiment().search;
}

}  // namespace regard::translate
