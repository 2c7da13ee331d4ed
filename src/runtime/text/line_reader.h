#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace regard::text {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Reads the lines of a plain or gzip-compressed text file, or of standard input ("-"). Lines end
/// with \n alone (U+2028 and similar are ordinary characters); a \r before it and a byte order mark
/// at the start of the file are removed; the last line needs no end. A line longer than
/// limits::kLineBytes loses its end, with a warning. A file whose only ends are \r is an Error; the
/// first \r inside a line of any other is a warning. A text in UTF-16 or UTF-32 is an Error.
class LineReader {
 public:
  enum class Encoding { checked, repaired, as_is };

  /// Throws Error if the file is missing, unreadable or a directory. A file that starts like a .gz
  /// file is read as one, whatever its name. `checked`: a line that is not valid UTF-8 is an Error
  /// (file:line:column); `repaired`: its invalid bytes become U+FFFD; `as_is`: they stay.
  explicit LineReader(const std::string& path, Encoding encoding = Encoding::checked);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// False at the end. Throws Error for invalid UTF-8 and for a damaged .gz file.
  bool next(std::string& line);
  /// Whether `next` can answer without waiting for more input; also true at the end of the input.
  bool ready();
  /// The line terminator of the last line: \n, \r\n, or at the end of the input \r or nothing.
  std::string_view end() const;
  /// Whether the file begins with a byte order mark, once a line has been read.
  bool has_byte_order_mark() const;
  /// Lines read so far: the number of the last one, from 1.
  int64_t line_number() const;
  /// "file:line" of the last line, for messages.
  std::string where() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::text
