#pragma once
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace regard::test {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< text directly inside, not unescaped

  double number(const std::string& attribute) const { return std::stod(attributes.at(attribute)); }
};

/// The elements of an XML document in the order of their start tags. Throws std::runtime_error if
/// it is not well-formed. Supports what SVG and our HTML use: elements, attributes, text and a
/// <!DOCTYPE>, but not comments or CDATA. In HTML, <meta> and <br> must end in "/>".
class Xml {
 public:
  static std::vector<XmlElement> parse(std::string_view document) {
    Xml xml(document);
    xml.read_document();
    return xml.elements_;
  }

 private:
  explicit Xml(std::string_view document) : rest_(document) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("not well formed: " + what + " before \"" +
                             std::string(rest_.substr(0, 40)) + '"');
  }

  std::string take_until(std::string_view letters) {
    const size_t end = rest_.find_first_of(letters);
    if (end == std::string_view::npos) fail("end of document");
    const std::string taken(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return taken;
  }

  void skip_space() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }

  void expect(std::string_view text) {
    if (!rest_.starts_with(text)) fail("no '" + std::string(text) + "'");
    rest_.remove_prefix(text.size());
  }

  void check_text(const std::string& text) const {
    for (size_t at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
      const auto entity = text.substr(at, text.find(';', at) - at + 1);
      static const std::string known = "&amp; &lt; &gt; &quot; &#39;";
      if (known.find(entity) == std::string::npos) fail("entity " + entity);
    }
    for (const char letter : text) {
      if (static_cast<unsigned char>(letter) < 0x20 && letter != '\n') fail("control character");
    }
  }

  void read_document() {
    if (rest_.starts_with("<!DOCTYPE html>\n")) rest_.remove_prefix(16);
    std::vector<size_t> open;
    do {
      expect("<");
      if (rest_.starts_with("/")) {
        rest_.remove_prefix(1);
        const auto name = take_until(">");
        if (open.empty() || elements_[open.back()].name != name) fail("</" + name + ">");
        open.pop_back();
        expect(">");
      } else if (read_element()) {
        open.push_back(elements_.size() - 1);
      }
      if (open.empty()) break;
      const auto text = take_until("<");
      check_text(text);
      elements_[open.back()].text += text;
    } while (true);
    skip_space();
    if (!rest_.empty()) fail("something after the end");
  }

  // True if content follows.
  bool read_element() {
    XmlElement element;
    element.name = take_until(" />\n");
    skip_space();
    while (!rest_.starts_with(">") && !rest_.starts_with("/>")) {
      const auto name = take_until("=> ");
      expect("=\"");
      const auto value = take_until("\"<");
      expect("\"");
      check_text(value);
      if (!element.attributes.emplace(name, value).second) fail("second " + name);
      skip_space();
    }
    const bool empty = rest_.starts_with("/");
    expect(empty ? "/>" : ">");
    elements_.push_back(element);
    return !empty;
  }

  std::string_view rest_;
  std::vector<XmlElement> elements_;
};

/// The elements with a name such as "rect" whose class starts with `style`.
inline std::vector<XmlElement> elements_of(const std::string& document, const std::string& name,
                                           const std::string& style = {}) {
  std::vector<XmlElement> found;
  for (const auto& element : Xml::parse(document)) {
    const auto classes = element.attributes.find("class");
    const std::string element_style = classes == element.attributes.end() ? "" : classes->second;
    if (element.name == name && element_style.starts_with(style)) found.push_back(element);
  }
  return found;
}

/// The texts of all <text> elements.
inline std::vector<std::string> texts_of(const std::string& document) {
  std::vector<std::string> texts;
  for (const auto& element : elements_of(document, "text")) texts.push_back(element.text);
  return texts;
}

}  // namespace regard::test
