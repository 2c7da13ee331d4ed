#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "bitext/charset.h"

namespace regard::documents {

/// The place where a file format declares its charset.
enum class Declares { nothing, in_xml, in_html, in_catalogue };

/// The encoding of a text file. Decoding and then encoding gives the same bytes.
class Encoding {
 public:
  /// Detects the encoding: by the byte order mark; otherwise UTF-8 if the bytes are valid UTF-8 but
  /// not ASCII only; otherwise the declared charset (charset=ISO-8859-15); otherwise Windows-1252,
  /// or UTF-8 for ASCII. Throws Error naming the file if it is not text or its charset is not
  /// supported.
  static Encoding of(std::string_view bytes, Declares declares, const std::string& name);

  /// Decodes to UTF-8 without a byte order mark. Throws Error for truncated or invalid UTF-16.
  std::string decoded(std::string_view bytes, const std::string& name) const;

  /// Encodes a text. A character that the encoding lacks becomes a reference (&#339;) in XML and
  /// HTML; elsewhere it becomes '?' and is counted in `lost`.
  std::string encoded(std::string_view text, size_t& lost) const;

 private:
  enum class Kind { utf8, utf16_little, utf16_big, charset };
  void take_declared(std::string_view bytes, Declares declares, const std::string& name);
  std::string in_charset(std::string_view text, size_t& lost) const;

  Kind kind_ = Kind::utf8;
  std::string_view mark_;  // the file's byte order mark
  bitext::Charset charset_;
  bool has_references_ = false;
};

}  // namespace regard::documents
