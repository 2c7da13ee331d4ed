#include <algorithm>
#include <utility>

#include "base/replaced.h"
#include "base/utf8.h"
#include "documents/declared_language.h"
#include "documents/formats.h"
#include "documents/markup_document.h"
#include "documents/tagged_text.h"
#include "documents/xml_parts.h"
#include "markup/html_names.h"

/// Any XML, whose elements are classified by the structure of the document (markup/html_items.h),
/// and Android's strings.xml.
namespace regard::documents {

MarkupDocument::MarkupDocument(const std::string& bytes, ItemsOf items_of,
                               std::vector<Field> attributes)
    : items_of_(std::move(items_of)),
      attributes_(bytes, std::move(attributes)),
      text_(bytes, items_of_),
      units_(attributes_.units()) {
  const auto& segments = text_.segments();
  for (size_t number = 0; number < segments.size(); ++number) {
    units_.push_back({.text = segments[number], .needs_alignment = text_.has_tags(number)});
  }
}

WrittenDocument MarkupDocument::write(std::span<const TranslatedText> translations) const {
  const size_t count = std::min(attributes_.units().size(), translations.size());
  auto written = attributes_.write(translations.first(count));
  const auto texts = changed_texts(text_, translations.subspan(count));
  // Changed attributes do not affect how the texts are found.
  written.bytes = count == 0 ? text_.rebuilt(texts)
                             : serve::HtmlText(std::move(written.bytes), items_of_).rebuilt(texts);
  return written;
}

std::unique_ptr<Document> xml_document(const std::string& xml, const serve::MarkupRules& rules) {
  return std::make_unique<MarkupDocument>(xml, [rules](std::string_view text) {
    return serve::xml_items(text, rules, serve::Entities::none);
  });
}

namespace {

using Xml = serve::XmlToken::Kind;

constexpr std::string_view kCdata = "<![CDATA[", kCdataEnd = "]]>";

/// Text for a CDATA section; "]]>" in the text is split between two sections.
std::string text_of_section(std::span<const TextPart> parts) {
  return replaced(tagged_text(parts), kCdataEnd, "]]]]><![CDATA[>");
}

/// The CDATA sections that form an element's whole content. Their texts may contain HTML.
std::vector<Field> fields_of_sections(std::string_view xml, const std::string& name) {
  const auto tokens = xml_tokens(xml, name, serve::Entities::any);
  std::vector<Field> fields;
  std::vector<bool> is_translated = {true};  // whether each open element is translated
  for (size_t at = 0; at < tokens.size(); ++at) {
    const auto& token = tokens[at];
    if (token.kind == Xml::start_tag) {
      const bool is_kept = token.is_untranslated || serve::is_untranslated_element(token.name);
      is_translated.push_back((is_translated.back() || token.is_translated) && !is_kept);
    }
    if (token.kind == Xml::end_tag) is_translated.pop_back();
    if (token.kind != Xml::cdata || !is_translated.back()) continue;
    const auto is_tag_or_blank = [&](size_t other, Xml kind) {
      return tokens[other].kind == kind ||
             (tokens[other].kind == Xml::text && trimmed(tokens[other].bytes).empty());
    };
    const bool is_alone = at > 0 && at + 1 < tokens.size() &&
                          is_tag_or_blank(at - 1, Xml::start_tag) &&
                          is_tag_or_blank(at + 1, Xml::end_tag);
    if (!is_alone) continue;
    const auto begin = static_cast<size_t>(token.bytes.data() - xml.data()) + kCdata.size();
    const size_t size = token.bytes.size() - kCdata.size() - kCdataEnd.size();
    fields.push_back(field_at({begin, begin + size},
                              CodedText(tagged_parts(xml.substr(begin, size))), text_of_section));
  }
  return fields;
}

/// Rules that ignore the elements of DocBook and DITA that contain code; the first ones are blocks.
serve::MarkupRules rules_of_code(const DocumentOptions& options) {
  serve::MarkupRules rules{.source_language = options.source_language,
                           .target_language = options.target_language};
  rules.ignored = {"programlisting", "screen",        "synopsis",  "cmdsynopsis",
                   "funcsynopsis",   "literallayout", "codeblock", "msgblock"};
  rules.splitting = rules.ignored;
  rules.ignored.insert(rules.ignored.end(),
                       {"code", "codeph", "command", "cmdname", "computeroutput", "systemoutput",
                        "userinput", "filename", "filepath", "varname", "parmname", "apiname",
                        "envar", "classname", "methodname"});
  return rules;
}

}  // namespace

std::unique_ptr<Document> read_xml(File file, const DocumentOptions& options) {
  const auto rules = rules_of_code(options);
  try {
    auto document = std::make_unique<MarkupDocument>(
        file.bytes,
        [rules](std::string_view text) {
          return serve::xml_items(text, rules, serve::Entities::any);
        },
        fields_of_sections(file.bytes, file.name));
    return with_declared_language(std::move(document), options, language_of_root);
  } catch (const serve::MalformedXml& error) {
    throw malformed(error, file.name);
  }
}

namespace {

using Kind = TextPart::Kind;

/// The text of a string with its escapes resolved: \' is ', and \n ends a line.
std::vector<TextPart> without_escapes_of_strings(const std::vector<TextPart>& parts) {
  std::vector<TextPart> result;
  std::vector<size_t> number_of;  // index of each part in the result
  for (const auto& part : parts) {
    if (part.kind != Kind::text) {
      number_of.push_back(result.size());
      result.push_back(part);
      continue;
    }
    TextPart text;
    for (size_t at = 0; at < part.bytes.size(); ++at) {
      const char c = part.bytes[at], next = at + 1 < part.bytes.size() ? part.bytes[at + 1] : '\0';
      if (c == '\\' && next == 'n') {
        result.push_back(std::exchange(text, {}));
        result.push_back({.kind = Kind::ends, .bytes = "\\n"});
        ++at;
      } else if (c == '\\' && (next == '\'' || next == '"' || next == '@' || next == '?')) {
        text.bytes += next;
        ++at;
      } else {
        text.bytes += c;
      }
    }
    number_of.push_back(result.size());
    result.push_back(std::move(text));
  }
  for (auto& part : result) {
    if (part.partner != TextPart::kNoPartner) part.partner = number_of[part.partner];
  }
  return result;
}

std::vector<TextPart> with_escapes_of_strings(std::span<const TextPart> parts, bool is_in_quotes) {
  std::vector<TextPart> written(parts.begin(), parts.end());
  for (auto& part : written) {
    if (part.kind != Kind::text) continue;
    std::string text;
    for (const char c : part.bytes) {
      if (c == '"' || (c == '\'' && !is_in_quotes)) text += '\\';
      text += c;
    }
    part.bytes = std::move(text);
  }
  // At the beginning of a string, these characters would mean a resource reference.
  const bool refers =
      !written.empty() && written.front().kind == Kind::text &&
      (written.front().bytes.starts_with('@') || written.front().bytes.starts_with('?'));
  if (refers) written.front().bytes.insert(0, 1, '\\');
  return written;
}

/// The place of a string's content: inside the quotes or the CDATA section that encloses it.
Place content_of(std::string_view file, Place place) {
  const auto content = file.substr(place.begin, place.end - place.begin);
  if (content.starts_with(kCdata) && content.find(kCdataEnd) + kCdataEnd.size() == content.size()) {
    return {place.begin + kCdata.size(), place.end - kCdataEnd.size()};
  }
  const bool is_in_quotes = content.size() > 1 && content.starts_with('"') &&
                            content.ends_with('"') && !content.ends_with("\\\"");
  return is_in_quotes ? Place{place.begin + 1, place.end - 1} : place;
}

}  // namespace

std::unique_ptr<Document> read_android_strings(File file, const DocumentOptions& /*options*/) {
  const std::string_view text = file.bytes;
  const auto tokens = xml_tokens(text, file.name);
  const auto place_of = [&](const auto& token) {
    return static_cast<size_t>(token.bytes.data() - text.data());
  };
  std::vector<Field> fields;
  size_t left_out = 0;  // open elements that are not translated
  for (size_t at = 0; at < tokens.size(); ++at) {
    const auto& token = tokens[at];
    if (token.kind == Xml::end_tag && left_out > 0) --left_out;
    if (token.kind != Xml::start_tag) continue;
    if (left_out > 0 || token.is_untranslated) {
      ++left_out;
      continue;
    }
    if (token.name != "string" && token.name != "item") continue;
    size_t end = at + 1;
    while (tokens[end].kind != Xml::end_tag || tokens[end].name != token.name) ++end;
    const Place all = {place_of(token) + token.bytes.size(), place_of(tokens[end])};
    const auto place = content_of(text, all);
    const bool is_in_quotes = place.begin == all.begin + 1;
    at = end;
    const auto content = text.substr(place.begin, place.end - place.begin);
    const bool is_cdata = place.begin == all.begin + kCdata.size();
    constexpr std::string_view kCodes[] = {"g"};
    const auto parts =
        is_cdata ? tagged_parts(content) : with_tags_of_references(xml_parts(content, kCodes));
    fields.push_back(
        field_at(place, CodedText(without_escapes_of_strings(parts)), [=](auto translated) {
          const auto written = with_escapes_of_strings(translated, is_in_quotes);
          return is_cdata ? tagged_text(written) : written_xml(written);
        }));
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
}

}  // namespace regard::documents
