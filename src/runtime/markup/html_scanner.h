#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

/// A piece of HTML as it is written. `bytes` of all tokens, in order, are the document.
struct HtmlToken {
  enum class Kind {
    text,
    start_tag,
    end_tag,
    raw_element,  ///< <script>, <style>, <textarea>, ... with its content and its end tag
    comment,      ///< or a processing instruction, CDATA or what browsers read as a comment
    doctype,
  };

  Kind kind = Kind::text;
  std::string_view bytes;
  std::string name;              ///< name of a tag or raw element, in lower case
  bool has_slash = false;        ///< a start tag ends with "/>"
  bool is_untranslated = false;  ///< translate="no", or the class notranslate
  bool is_translated = false;    ///< translate="yes", which counts within such an element
  std::string language = {};     ///< of lang="fr-CA", "fr", in lower case
  bool is_whole = true;          ///< false: the document ends within it
  /// Of a tag: the values in quotes that people read (alt, title, placeholder, aria-label; label of
  /// an option, value of a button, content of a description).
  std::vector<std::string_view> texts = {};
};

/// Cuts a document into tokens by the rules that browsers follow, without building a tree: every
/// sequence of bytes is a document.
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
  size_t title_end_ = 0;  ///< up to here, '<' is text: the content of <title>
};

/// What HTML calls white space: no other character is collapsed.
inline bool is_html_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

}  // namespace regard::serve
