#include "documents/translated_markup.h"

#include <utility>
#include <vector>

#include "base/log.h"
#include "documents/formats.h"
#include "documents/translated_units.h"

namespace regard::documents {

std::unique_ptr<Document> read_markup(std::string text, translate::Markup markup,
                                      const std::string& name, const DocumentOptions& options) {
  using translate::Markup;
  const auto read = markup == Markup::html  ? read_html
                    : markup == Markup::xml ? read_xml
                                            : read_markdown;
  return read({.name = name, .bytes = std::move(text)}, options);
}

TranslateUnits units_by(const translate::Translator& translator,
                        const config::SearchOptions& options,
                        const translate::RequestOptions& request_options,
                        const translate::Control& control) {
  return [&translator, options, request_options, control](const std::vector<std::string>& texts,
                                                          bool needs_alignment) {
    auto request = request_options;
    request.attention = request.word_parts = needs_alignment;
    std::vector<TranslatedText> translations;
    for (const auto& translation : translator.translate(texts, options, 1, request, control)) {
      translations.push_back(translated_text(translation));
      for (const auto& term : translation.unmet) {
        log_warning("'", term.source, "' could not be translated as '", term.target,
                    "': ", translation.text);
      }
    }
    return translations;
  };
}

}  // namespace regard::documents

/// Defined here, because a program that only translates lines does not link the documents.
namespace regard::translate {

std::string Translator::translate_html(std::string_view html, const Control& control) const {
  return translate_markup(html, Markup::html, search_options(), {}, control);
}

std::string Translator::translate_markup(std::string_view text, Markup markup,
                                         const config::SearchOptions& options,
                                         const RequestOptions& request_options,
                                         const Control& control) const {
  const auto document = documents::read_markup(
      std::string(text), markup, "the text",
      {.source_language = source_language(), .target_language = target_language()});
  const auto translate = documents::units_by(*this, options, request_options, control);
  return documents::translate(*document, translate).bytes;
}

}  // namespace regard::translate
