#include "documents/declared_language.h"

#include <algorithm>
#include <utility>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "bitext/xml_elements.h"
#include "markup/xml_scanner.h"

namespace regard::documents {
namespace {

using Xml = serve::XmlToken::Kind;

class DocumentWithLanguage : public Document {
 public:
  DocumentWithLanguage(std::unique_ptr<Document> document, const DocumentOptions& options,
                       LanguagesOf languages_of)
      : document_(std::move(document)),
        source_(lower_ascii(primary_subtag(options.source_language))),
        target_(options.target_language),
        languages_of_(std::move(languages_of)) {}

  const std::vector<Unit>& units() const override { return document_->units(); }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    auto written = document_->write(translations);
    if (!changes(translations)) return written;
    std::string bytes;
    const char* at = written.bytes.data();
    for (const auto language : languages_of_(written.bytes)) {
      if (lower_ascii(primary_subtag(language)) != source_) continue;
      bytes.append(at, language.data()).append(target_);
      at = language.data() + language.size();
    }
    bytes.append(at, static_cast<const char*>(written.bytes.data() + written.bytes.size()));
    written.bytes = std::move(bytes);
    return written;
  }

 private:
  bool changes(std::span<const TranslatedText> translations) const {
    for (size_t unit = 0; unit < std::min(units().size(), translations.size()); ++unit) {
      const auto& text = translations[unit].text;
      if (!text.empty() && text != units()[unit].text) return true;
    }
    return false;
  }

  std::unique_ptr<Document> document_;
  std::string source_, target_;
  LanguagesOf languages_of_;
};

}  // namespace

std::unique_ptr<Document> with_declared_language(std::unique_ptr<Document> document,
                                                 const DocumentOptions& options,
                                                 LanguagesOf languages_of) {
  if (options.source_language.empty() || options.target_language.empty()) return document;
  return std::make_unique<DocumentWithLanguage>(std::move(document), options,
                                                std::move(languages_of));
}

std::vector<std::string_view> language_of_root(std::string_view xml) {
  serve::XmlScanner scanner(xml);
  while (const auto token = scanner.next()) {
    if (token->kind != Xml::start_tag) continue;
    const auto language = bitext::attribute_of(token->bytes, "xml:lang");
    return language.empty() ? std::vector<std::string_view>() : std::vector{language};
  }
  return {};
}

std::vector<std::string_view> languages_of_runs(std::string_view xml) {
  std::vector<std::string_view> languages;
  serve::XmlScanner scanner(xml);
  while (const auto token = scanner.next()) {
    const bool is_tag = token->kind == Xml::start_tag || token->kind == Xml::empty_tag;
    const bool is_of_word = token->name == "w:lang";
    if (!is_tag || (!is_of_word && !token->name.starts_with("a:"))) continue;
    const auto language = bitext::attribute_of(token->bytes, is_of_word ? "w:val" : "lang");
    if (!language.empty()) languages.push_back(language);
  }
  return languages;
}

}  // namespace regard::documents
