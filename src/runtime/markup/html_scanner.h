#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

/// A piece of HTML as written. The `bytes` of all tokens, in order, form the document.
struct HtmlToken {
  enum class Kind {
    text,
    start_tag,
    end_tag,
    raw_element,  ///< <script>, <style>, <textarea>, ... with content and end tag
    comment,      ///< also a processing instruction, CDATA, or anything browsers read as a comment
    doctype,
  };

  Kind kind = Kind::text;
  std::string_view bytes;
  std::string name;              ///< name of a tag or raw element, in lowercase
  bool has_slash = false;        ///< whether a start tag ends with "/>"
  bool is_untranslated = false;  ///< translate="no", or the class notranslate
  bool is_translated = false;    ///< translate="yes", which overrides an outer element
  std::string language = {};     ///< primary language in lowercase: "fr" for lang="fr-CA"
  std::vector<std::string_view> languages = {};  ///< values of lang and xml:lang, as written
  bool is_whole = true;                          ///< false if the document ends inside the token
  /// Quoted attribute values of a tag that are visible to people: alt, title, placeholder,
  /// aria-label; the label of an option, the value of a button, the content of a description.
  std::vector<std::string_view> texts = {};
};

/// Splits a document into tokens as browsers do, without building a tree. Accepts any byte
/// sequence.
class HtmlScanner {
 public:
  /// `html` must outlive the tokens.
  explicit HtmlScanner(std::string_view html) : html_(html) {}

  std::optional<HtmlToken> next();

 private:
  HtmlToken markup(size_t begin);
  HtmlToken tag(size_t begin);
  void read_attributes(HtmlToken& tag, size_t& at) const;
  std::string_view attribute_value(size_t& at) const;
  void take_raw_content(HtmlToken& tag, size_t& at) const;
  size_t raw_end(std::string_view name, size_t at) const;
  size_t text_end(size_t at) const;
  size_t skip_spaces(size_t at) const;

  std::string_view html_;
  size_t at_ = 0;
  size_t title_end_ = 0;  ///< before this offset, in the content of <title>, '<' is text
};

/// Whether HTML collapses the character as white space.
inline bool is_html_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

}  // namespace regard::serve
