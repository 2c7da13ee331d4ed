#pragma once
#include <cstddef>
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

  /// Windows-1252, which has all characters of ISO 8859-1.
  static Charset western();

  bool is_utf8() const { return kind_ == Kind::utf8; }

  std::string utf8(std::string text) const;

  /// The bytes of a text in UTF-8. A character that the charset does not have is '?', a narrow
  /// space a wider one; `lost` grows by the number of the former.
  std::string encoded(std::string_view text, size_t& lost) const;

 private:
  enum class Kind { utf8, western, western_with_euro };
  char32_t character_of(unsigned char byte) const;

  Kind kind_ = Kind::utf8;
};

}  // namespace regard::bitext
