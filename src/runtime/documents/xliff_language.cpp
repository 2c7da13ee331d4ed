#include "documents/xliff_language.h"

#include <string_view>
#include <utility>

#include "bitext/xml_elements.h"
#include "documents/xml_parts.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

/// The offset after the source language attribute, where the target language attribute is inserted;
/// 0 if the tag is not a header or has both languages.
size_t place_in_head(const serve::XmlToken& token, std::string_view source,
                     std::string_view target) {
  const auto said = bitext::attribute_of(token.bytes, source);
  if (said.empty() || token.bytes.find(target) != std::string_view::npos) return 0;
  return static_cast<size_t>(said.data() - token.bytes.data()) + said.size() + 1;
}

std::string xliff_in(const std::string& language, const std::string& xliff) {
  std::string written;
  size_t at = 0;
  for (const auto& token : xml_tokens(xliff, "the translation")) {
    const auto name = local_name(token.name);
    const bool is_start = token.kind == serve::XmlToken::Kind::start_tag;
    if (!is_start || (name != "xliff" && name != "file")) continue;
    const bool is_2 = name == "xliff";
    const auto place = is_2 ? place_in_head(token, "srcLang", "trgLang")
                            : place_in_head(token, "source-language", "target-language");
    if (place == 0) continue;
    const auto end = static_cast<size_t>(token.bytes.data() - xliff.data()) + place;
    written.append(xliff, at, end - at);
    written += str(is_2 ? " trgLang=\"" : " target-language=\"", language, '"');
    at = end;
  }
  return written.append(xliff, at);
}

class XliffInLanguage : public Document {
 public:
  XliffInLanguage(std::unique_ptr<Document> xliff, std::string language)
      : xliff_(std::move(xliff)), language_(std::move(language)) {}

  const std::vector<Unit>& units() const override { return xliff_->units(); }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    auto written = xliff_->write(translations);
    const bool has_changed = written.bytes != xliff_->write({}).bytes;
    if (has_changed) written.bytes = xliff_in(language_, written.bytes);
    return written;
  }

 private:
  std::unique_ptr<Document> xliff_;
  std::string language_;
};

}  // namespace

std::unique_ptr<Document> with_target_language(std::unique_ptr<Document> xliff,
                                               std::string language) {
  if (language.empty()) return xliff;
  return std::make_unique<XliffInLanguage>(std::move(xliff), std::move(language));
}

}  // namespace regard::documents
