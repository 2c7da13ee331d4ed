#pragma once
#include <memory>
#include <string>
#include <utility>

#include "bitext/packed_bytes.h"
#include "bitext/pair_reader.h"
#include "text/line_reader.h"

namespace regard::bitext {

/// The lines of a text in any encoding, with the facts they reveal about the file.
class TextLines {
 public:
  TextLines(const std::string& path, const std::string& format)
      : TextLines(open_bytes(path), path, format) {}
  TextLines(std::unique_ptr<ByteSource> bytes, const std::string& path, const std::string& format)
      : reader_(std::move(bytes), path, text::LineReader::Encoding::as_is),
        file_{.path = path, .format = format} {}

  bool next(std::string& line) {
    if (!reader_.next(line)) return false;
    file_.lines = reader_.line_number();
    file_.has_byte_order_mark = reader_.has_byte_order_mark();
    if (reader_.end() == "\r\n") ++file_.windows_ends;
    return true;
  }

  /// The last line's number, from 1.
  int64_t number() const { return file_.lines; }
  const PairFile& file() const { return file_; }
  void set_note(std::string note) { file_.note = std::move(note); }

 private:
  text::LineReader reader_;
  PairFile file_;
};

/// Pairs lines with the same number.
std::unique_ptr<PairReader> read_two_texts(std::unique_ptr<TextLines> source,
                                           std::unique_ptr<TextLines> target);

}  // namespace regard::bitext
