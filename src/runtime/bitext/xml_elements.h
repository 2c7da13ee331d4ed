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

/// The elements of some names in an XML file of any size, each as text, in order. They must not
/// contain elements of these names.
class XmlElements {
 public:
  /// `see` gets each start tag outside of these elements.
  XmlElements(std::unique_ptr<ByteSource> bytes, const std::string& path, const std::string& format,
              std::vector<std::string> names, std::function<void(std::string_view tag)> see);

  /// False at the end. Throws Error for an element that is longer than 4 MiB and for a file that is
  /// cut off; the constructor for one that is not UTF-8.
  bool next(std::string& element);
  /// Where the last element begins.
  int64_t line() const { return file_.lines; }
  const PairFile& file() const { return file_; }

 private:
  void check_encoding();
  [[noreturn]] void fail_cut_off() const;
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
  int64_t line_ = 1;  // where the buffer begins
};

/// The value of an attribute of a start tag, without references resolved; empty if it has none.
std::string_view attribute_of(std::string_view tag, std::string_view name);

/// "en" of "en-US".
std::string without_region(std::string_view language);

/// What is wrong with an element, without the place in it.
std::string why_malformed(const serve::MalformedXml& error);

/// The text of tokens within an element, of which some inline elements are codes of another
/// program, such as <ph> and <bpt>: what these contain is left out, and of the spaces around them
/// one is. One that breaks a line is a space.
class XmlText {
 public:
  explicit XmlText(std::vector<std::string_view> codes) : codes_(std::move(codes)) {}

  void begin();
  void take(const serve::XmlToken& token);
  const std::string& text() const { return text_; }

 private:
  void join(std::string_view text);

  std::vector<std::string_view> codes_;
  std::string text_;
  int depth_ = 0;  // of codes
  bool is_behind_code_ = false;
};

}  // namespace regard::bitext
