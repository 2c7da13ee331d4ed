#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace regard::bitext {

/// Converts the strings of a message catalog to UTF-8, which is also the default charset.
class Charset {
 public:
  /// Uses the charset that a catalog's header declares: "Content-Type: text/plain;
  /// charset=ISO-8859-1". Throws Error naming the file if the charset is unknown.
  void take_from_head(std::string_view head, const std::string& path);

  /// Looks up a charset by name, ignoring case, with or without hyphens. Returns nothing if
  /// unknown.
  static std::optional<Charset> named(std::string_view name);

  /// Windows-1252, which includes all characters of ISO 8859-1.
  static Charset western();
  static Charset ascii();

  bool is_utf8() const { return kind_ == Kind::utf8; }
  bool is_latin1() const { return kind_ == Kind::latin1; }
  bool is_ascii() const { return kind_ == Kind::ascii; }

  /// Whether encoded() uses this byte. Decoding reads other bytes as Windows-1252.
  bool has_byte(unsigned char byte) const;

  std::string utf8(std::string text) const;

  /// Replacement text for a character that the charset does not have.
  using Missing = std::function<std::string(char32_t character)>;

  /// Encodes UTF-8 text. Narrow spaces become non-breaking spaces of normal width.
  std::string encoded(std::string_view text, const Missing& missing) const;

 private:
  enum class Kind { utf8, western, latin1, western_with_euro, ascii };
  char32_t character_of(unsigned char byte) const;

  Kind kind_ = Kind::utf8;
};

}  // namespace regard::bitext
