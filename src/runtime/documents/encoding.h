#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "bitext/charset.h"

namespace regard::documents {

/// Where a format says in which charset a file is.
enum class Declares { nothing, in_xml, in_html, in_catalogue };

/// How the text of a file is written in bytes. What was decoded is encoded as the same bytes.
class Encoding {
 public:
  /// By its byte order mark; else UTF-8 if its bytes are that, and not ASCII alone; else the
  /// charset that it declares (charset=ISO-8859-15), or Windows-1252 (ASCII: UTF-8). Throws Error,
  /// naming the file, for bytes that are no text, and for a charset in which it cannot be read or
  /// written.
  static Encoding of(std::string_view bytes, Declares declares, const std::string& name);

  /// In UTF-8, without a byte order mark. Throws Error for UTF-16 that is cut or broken.
  std::string decoded(std::string_view bytes, const std::string& name) const;

  /// A character that the encoding does not have is a reference (&#339;) in XML and HTML; elsewhere
  /// it is '?', and `lost` grows by one.
  std::string encoded(std::string_view text, size_t& lost) const;

 private:
  enum class Kind { utf8, utf16_little, utf16_big, charset };
  void take_declared(std::string_view bytes, Declares declares, const std::string& name);
  std::string in_charset(std::string_view text, size_t& lost) const;

  Kind kind_ = Kind::utf8;
  std::string_view mark_;  // the byte order mark of the file
  bitext::Charset charset_;
  bool has_references_ = false;
};

}  // namespace regard::documents
