#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace regard::bitext {

/// Turns the strings of a message catalogue into UTF-8. Until it is told another charset, they are
/// UTF-8.
class Charset {
 public:
  /// Takes the charset that the head of a catalogue names: "Content-Type: text/plain;
  /// charset=ISO-8859-1". Throws Error, naming the file, for one that is not known.
  void take_from_head(std::string_view head, const std::string& path);

  /// By its name, with or without hyphens, in any case; nothing for one that is not known.
  static std::optional<Charset> named(std::string_view name);

  /// Windows-1252, which has all characters of ISO 8859-1.
  static Charset western();
  static Charset ascii();

  bool is_utf8() const { return kind_ == Kind::utf8; }
  bool is_latin1() const { return kind_ == Kind::latin1; }
  bool is_ascii() const { return kind_ == Kind::ascii; }

  /// Whether the charset gives a byte to a character. Others are read as Windows-1252 has them.
  bool has_byte(unsigned char byte) const;

  std::string utf8(std::string text) const;

  /// What stands for a character that the charset does not have.
  using Missing = std::function<std::string(char32_t character)>;

  /// The bytes of a text in UTF-8. A narrow space is a wider one.
  std::string encoded(std::string_view text, const Missing& missing) const;

 private:
  enum class Kind { utf8, western, latin1, western_with_euro, ascii };
  char32_t character_of(unsigned char byte) const;

  Kind kind_ = Kind::utf8;
};

}  // namespace regard::bitext
