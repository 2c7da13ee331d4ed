#include "documents/open_languages.h"

#include <map>
#include <string>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "bitext/xml_elements.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

using Xml = serve::XmlToken::Kind;

class LanguageReader {
 public:
  explicit LanguageReader(std::string_view language) : language_(primary_subtag(language)) {}

  void read(size_t at, const serve::XmlToken& token) {
    switch (token.kind) {
      case Xml::start_tag:
        read_style(token);
        return open(at, token);
      case Xml::empty_tag:
        return read_style(token);
      case Xml::end_tag:
        return open_.pop_back();
      case Xml::text:
        return read_text(at, token);
      default:
        return;
    }
  }

  std::vector<bool> texts(size_t tokens) const {
    std::vector<bool> texts(tokens, false);
    for (const auto& [text, paragraph] : paragraph_of_) texts[text] = !has_others_.at(paragraph);
    return texts;
  }

 private:
  /// The innermost paragraph and language at an open element.
  struct Open {
    bool is_in_paragraph = false;
    size_t paragraph = 0;
    std::string_view language = {};
  };

  /// Remembers the language of a style such as "text/T1".
  void read_style(const serve::XmlToken& token) {
    using bitext::attribute_of;
    if (token.name == "style:style") {
      style_ = str(attribute_of(token.bytes, "style:family"), '/',
                   attribute_of(token.bytes, "style:name"));
    } else if (token.name == "style:text-properties" && !style_.empty()) {
      const auto language = attribute_of(token.bytes, "fo:language");
      if (!language.empty()) languages_[style_] = language;
    }
  }

  void open(size_t at, const serve::XmlToken& token) {
    auto element = open_.empty() ? Open{} : open_.back();
    const bool is_paragraph = token.name == "text:p" || token.name == "text:h";
    if (is_paragraph) element = {.is_in_paragraph = true, .paragraph = at};
    if (is_paragraph || token.name == "text:span") {
      const auto style = str(is_paragraph ? "paragraph/" : "text/",
                             bitext::attribute_of(token.bytes, "text:style-name"));
      const auto found = languages_.find(style);
      if (found != languages_.end()) element.language = found->second;
    }
    open_.push_back(element);
  }

  void read_text(size_t at, const serve::XmlToken& token) {
    if (open_.empty() || !open_.back().is_in_paragraph || trimmed(token.bytes).empty()) return;
    const auto& element = open_.back();
    paragraph_of_[at] = element.paragraph;
    has_others_[element.paragraph] |= element.language != language_;
  }

  std::string_view language_;
  std::string style_;  // the last style element
  std::map<std::string, std::string_view> languages_;
  std::vector<Open> open_;
  std::map<size_t, size_t> paragraph_of_;  // index of each text's paragraph
  std::map<size_t, bool> has_others_;      // whether a paragraph has words in other languages
};

}  // namespace

std::vector<bool> texts_in_language(std::span<const serve::XmlToken> tokens,
                                    std::string_view language) {
  LanguageReader reader(language);
  const size_t read = language.empty() ? 0 : tokens.size();
  for (size_t at = 0; at < read; ++at) reader.read(at, tokens[at]);
  return reader.texts(tokens.size());
}

}  // namespace regard::documents
