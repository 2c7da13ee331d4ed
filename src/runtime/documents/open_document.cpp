#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "bitext/xml_elements.h"
#include "documents/markup_document.h"
#include "documents/office_attributes.h"
#include "documents/office_parts.h"
#include "documents/open_languages.h"
#include "documents/xml_parts.h"

namespace regard::documents {
namespace {

using Role = serve::HtmlItem::Role;
using Xml = serve::XmlToken::Kind;

bool is_paragraph(std::string_view name) { return name == "text:p" || name == "text:h"; }
bool is_around_words(std::string_view name) { return name == "text:span" || name == "text:a"; }
/// Whether a cell contains the result of a formula, which would replace a translation.
bool is_result_cell(const serve::XmlToken& token) {
  return token.name == "table:table-cell" &&
         !bitext::attribute_of(token.bytes, "table:formula").empty();
}
bool ends_line(std::string_view name) { return name == "text:tab" || name == "text:line-break"; }

/// Converts the tokens of a file to items: everything is a block except the words of paragraphs and
/// the tags around them.
class ContentReader {
 public:
  ContentReader(std::string_view xml, std::string_view left_language) : xml_(xml) {
    serve::XmlScanner scanner(xml);
    std::vector<size_t> open;
    while (const auto token = scanner.next()) {
      if (token->kind == Xml::start_tag) open.push_back(tokens_.size());
      if (token->kind == Xml::end_tag) {
        end_of_.resize(tokens_.size() + 1, 0);
        end_of_[open.back()] = tokens_.size();
        open.pop_back();
      }
      paragraphs_before_.push_back(paragraphs_);
      paragraphs_ += token->kind == Xml::start_tag && is_paragraph(token->name) ? 1 : 0;
      tokens_.push_back(*token);
    }
    end_of_.resize(tokens_.size(), 0);
    stays_ = texts_in_language(tokens_, left_language);
  }

  std::vector<serve::HtmlItem> items() {
    for (size_t at = 0; at < tokens_.size(); ++at) read(at);
    return std::move(items_);
  }

 private:
  /// An open element's effect on its text.
  struct Open {
    bool has_words;                             ///< a paragraph, or an element around words
    size_t item = serve::HtmlItem::kNoPartner;  ///< index of the item of an element around words
  };

  bool is_in_words() const { return !open_.empty() && open_.back().has_words; }

  void add(Role role, std::string_view bytes) { items_.push_back({.role = role, .bytes = bytes}); }

  void read(size_t& at) {
    const auto& token = tokens_[at];
    switch (token.kind) {
      case Xml::text:
      case Xml::cdata:
        return add(
            is_in_words() && token.kind == Xml::text && !stays_[at] ? Role::text : Role::block,
            token.bytes);
      case Xml::note:
      case Xml::entity:
        return add(is_in_words() ? Role::note : Role::block, token.bytes);
      case Xml::declaration:
        return add(Role::block, token.bytes);
      case Xml::empty_tag:
        if (is_in_words() && token.name == "text:s") {
          items_.push_back({.role = Role::mark, .bytes = token.bytes, .holds_space = true});
          return;
        }
        return add(!is_in_words() || ends_line(token.name) ? Role::block : Role::note, token.bytes);
      case Xml::start_tag:
        return read_start(at);
      case Xml::end_tag:
        break;
    }
    const auto open = open_.back();
    open_.pop_back();
    if (open_.size() < cell_of_result_) cell_of_result_ = 0;
    const bool is_pair = open.item != serve::HtmlItem::kNoPartner;
    add(is_pair ? Role::closes : Role::block, token.bytes);
    if (!is_pair) return;
    items_.back().partner = open.item;
    items_[open.item].partner = items_.size() - 1;
  }

  void read_start(size_t& at) {
    const auto& token = tokens_[at];
    const bool has_paragraph = paragraphs_before_[end_of_[at]] > paragraphs_before_[at];
    if (is_result_cell(token)) cell_of_result_ = open_.size() + 1;
    if (is_paragraph(token.name)) {
      const bool is_result = cell_of_result_ > 0 && open_.size() == cell_of_result_;
      open_.push_back({.has_words = !is_result});
    } else if (is_in_words() && is_around_words(token.name) && !has_paragraph) {
      open_.push_back({.has_words = true, .item = items_.size()});
      return add(Role::opens, token.bytes);
    } else if (is_in_words() && !has_paragraph) {
      // A field, such as a page number.
      const auto& last = tokens_[end_of_[at]];
      const auto begin = static_cast<size_t>(token.bytes.data() - xml_.data());
      const auto end = static_cast<size_t>(last.bytes.data() - xml_.data()) + last.bytes.size();
      at = end_of_[at];
      const auto bytes = xml_.substr(begin, end - begin);
      const bool is_drawing = token.name.starts_with("draw:");
      const bool is_inline = bytes.find("\"as-char\"") != std::string_view::npos;
      return add(!is_drawing ? Role::word : is_inline ? Role::picture : Role::mark, bytes);
    } else {
      open_.push_back({.has_words = false});
    }
    add(Role::block, token.bytes);
  }

  std::string_view xml_;
  std::vector<serve::XmlToken> tokens_;
  std::vector<size_t> end_of_;  // index of the end tag of each start tag
  std::vector<bool> stays_;     // whether each token is text that is not translated
  std::vector<size_t> paragraphs_before_;
  size_t paragraphs_ = 0;
  std::vector<Open> open_;
  size_t cell_of_result_ = 0;  // number of open elements in an open cell with a formula
  std::vector<serve::HtmlItem> items_;
};

/// Texts outside of paragraphs: cell texts repeated in the tags, which spreadsheet programs read,
/// and the titles and descriptions of pictures.
std::vector<Field> texts_beside_paragraphs(std::string_view xml) {
  std::vector<Field> fields;
  bool is_description = false;
  serve::XmlScanner scanner(xml);
  while (const auto token = scanner.next()) {
    if (is_description && token->kind == Xml::text) {
      const auto begin = static_cast<size_t>(token->bytes.data() - xml.data());
      fields.push_back(field_at({begin, begin + token->bytes.size()},
                                CodedText(text_of(xml_parts(token->bytes, {}))),
                                [](auto parts) { return written_xml(parts); }));
    }
    is_description =
        token->kind == Xml::start_tag && (token->name == "svg:title" || token->name == "svg:desc");
    if (token->name != "table:table-cell" || is_result_cell(*token)) continue;
    const auto value = bitext::attribute_of(token->bytes, "office:string-value");
    if (!value.empty()) fields.push_back(attribute_field(xml, value));
  }
  return fields;
}

}  // namespace

std::unique_ptr<Document> read_open_document(File file, const std::string& left_language) {
  try {
    return std::make_unique<MarkupDocument>(
        file.bytes, [=](std::string_view xml) { return ContentReader(xml, left_language).items(); },
        texts_beside_paragraphs(file.bytes));
  } catch (const serve::MalformedXml& error) {
    throw malformed(error, file.name);
  }
}

}  // namespace regard::documents
