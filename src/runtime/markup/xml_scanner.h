#pragma once
#include <cstddef>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

/// The error in a text that should be XML, with its position.
struct MalformedXml : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A piece of XML as written. The `bytes` of all tokens, in order, form the text.
struct XmlToken {
  enum class Kind {
    text,
    start_tag,
    empty_tag,  ///< <name/>
    end_tag,
    cdata,
    note,         ///< a comment or a processing instruction
    declaration,  ///< <?xml ...?> or <!DOCTYPE ...>
    entity,       ///< an unresolved reference in text, such as &chapter;
  };

  Kind kind = Kind::text;
  std::string_view bytes;
  std::string_view name = {};      ///< name of a tag
  bool is_untranslated = false;    ///< translate="no", translatable="false"
  bool is_translated = false;      ///< translate="yes", translatable="true"
  bool keeps_spaces = false;       ///< xml:space="preserve"
  std::string_view language = {};  ///< primary subtag of xml:lang
};

/// The entity references that a text may have besides the predefined ones. All stay unresolved.
enum class Entities {
  none,      ///< only predefined ones; a DOCTYPE must not declare any
  declared,  ///< any after a DOCTYPE, which may declare entities
  any,       ///< any, for a part of a document
};

/// Splits XML into tokens. Also accepts a fragment with several elements or with text outside of
/// them. Rejects text that is not well-formed XML 1.0, with line and column.
class XmlScanner {
 public:
  /// `xml` must outlive the tokens.
  explicit XmlScanner(std::string_view xml, Entities entities = Entities::none)
      : xml_(xml), entities_(entities) {}

  /// The next token; std::nullopt at the end. Throws MalformedXml.
  std::optional<XmlToken> next();

 private:
  [[noreturn]] void refuse(size_t at, const std::string& why) const;
  bool has_entities() const;
  size_t entity_size(size_t at) const;
  XmlToken text();
  XmlToken markup();
  XmlToken start_tag();
  XmlToken end_tag();
  XmlToken instruction();
  XmlToken doctype();
  XmlToken until(XmlToken::Kind kind, size_t begin, std::string_view end);
  void read_xml_declaration();
  struct Attribute {
    std::string_view name, value;
  };
  Attribute read_attribute();
  std::string_view literal();
  std::string_view name();
  void check_references(std::string_view text) const;
  void check_characters(std::string_view text) const;
  bool skip_spaces();
  void need_spaces();
  bool takes(std::string_view what);

  std::string_view xml_;
  Entities entities_;
  size_t at_ = 0;
  size_t beginning_ = 0;      // offset after a byte order mark
  bool has_content_ = false;  // an element or text was read
  bool has_doctype_ = false;
  std::vector<std::string_view> open_;
  std::set<std::string_view> attributes_;  // attribute names of the tag
};

}  // namespace regard::serve
