#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "bitext/charset.h"

namespace regard::documents {

/// How the text of a file is written in bytes. What was decoded is encoded as the same bytes.
class Encoding {
 public:
  /// By its byte order mark; else UTF-8 if its bytes are that; else the charset that it names
  /// (charset=ISO-8859-15), or Windows-1252. Throws Error, naming the file, for bytes that are no
  /// text.
  static Encoding of(std::string_view bytes, const std::string& name);

  /// In UTF-8, without a byte order mark. Throws Error for UTF-16 that is cut or broken.
  std::string decoded(std::string_view bytes, const std::string& name) const;

  /// Adds to `lost` how many characters the encoding does not have.
  std::string encoded(std::string_view text, size_t& lost) const;

 private:
  enum class Kind { utf8, utf16_little, utf16_big, charset };

  Kind kind_ = Kind::utf8;
  std::string_view mark_;  // the byte order mark of the file
  bitext::Charset charset_;
};

}  // namespace regard::documents
