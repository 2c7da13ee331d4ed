#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "bitext/pair_reader.h"
#include "bitext/xml_entities.h"
#include "markup/xml_scanner.h"

namespace regard::bitext {

/// The elements with given names in an XML file of any size, each as text, in order. They must not
/// be nested.
class XmlElements {
 public:
  /// `see` is called with each start tag outside of these elements.
  XmlElements(std::unique_ptr<ByteSource> bytes, const std::string& path, const std::string& format,
              std::vector<std::string> names, std::function<void(std::string_view tag)> see);

  /// Reads the next element; false at the end. Throws Error for an element longer than 4 MiB and
  /// for a truncated file; the constructor throws for a file that is not UTF-8.
  bool next(std::string& element);
  /// The line on which the last element begins.
  int64_t line() const { return file_.lines; }
  const PairFile& file() const { return file_; }

 private:
  void check_encoding();
  [[noreturn]] void fail_cut_off() const;
  void take_other(std::string_view tag);
  bool find(std::string_view sought, size_t& at);
  bool find_end_tag(const std::string& name, size_t& at);
  bool skip(std::string_view end);
  void skip_doctype();
  bool read_more();
  void drop(size_t size);
  const std::string* name_at(size_t at) const;

  std::unique_ptr<ByteSource> bytes_;
  PairFile file_;
  std::vector<std::string> names_;
  std::function<void(std::string_view)> see_;
  XmlEntities entities_;
  std::string buffer_;
  int64_t line_ = 1;  // line of the buffer's beginning
  bool has_root_ = false;
  std::string root_;  // the outermost element while it is open
};

/// The raw value of an attribute of a start tag, with references unresolved; empty if absent.
std::string_view attribute_of(std::string_view tag, std::string_view name);

/// The language without its region: "en" of "en-US".
std::string without_region(std::string_view language);

/// The error in an element, without its position.
std::string why_malformed(const serve::MalformedXml& error);

/// The text of the tokens within an element. The content of inline elements that contain codes of
/// another program, such as <ph> and <bpt>, is dropped, with all but one of the spaces around them.
/// A code that breaks a line becomes a space. If `keeps_codes`, other single codes become marks
/// (code_marks.h).
class XmlText {
 public:
  explicit XmlText(std::vector<std::string_view> codes, bool keeps_codes = false)
      : codes_(std::move(codes)), keeps_codes_(keeps_codes) {}

  void begin();
  void take(const serve::XmlToken& token);
  const std::string& text() const { return text_; }

 private:
  void end_code();
  void join(std::string_view text);

  std::vector<std::string_view> codes_;
  bool keeps_codes_;
  std::string code_;  // the current code with its content
  std::string text_;
  int depth_ = 0;  // nesting depth of codes
  bool is_behind_code_ = false;
};

}  // namespace regard::bitext
