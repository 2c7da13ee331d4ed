#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "bitext/xml_elements.h"
#include "documents/direction.h"
#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/xml_parts.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

/// TMX: fills in or adds the variants of units in the target language.
namespace regard::documents {
namespace {

using serve::XmlToken;
using Xml = XmlToken::Kind;

/// Elements that are codes of another program or contain such codes.
constexpr std::string_view kCodes[] = {"bpt", "ept", "it", "ph", "ut"};

/// The text of a unit in one language.
struct Variant {
  std::string language;
  std::string tag;               ///< "xml:lang", or "lang" in older files
  std::optional<Place> text;     ///< content of <seg>
  std::optional<Place> no_text;  ///< place of <seg/>
  size_t end = 0;                ///< offset after the variant
  std::string indent;            ///< white space before the variant
};

class TmxScanner {
 public:
  TmxScanner(std::string_view file, const std::string& name)
      : file_(file), tokens_(xml_tokens(file, name)) {
    for (size_t at = 0; at < tokens_.size(); ++at) read(at);
  }

  const std::vector<std::vector<Variant>>& units() const { return units_; }
  /// The source language declared in the header.
  const std::string& source_language() const { return source_language_; }
  bool is_tmx() const { return is_tmx_; }

 private:
  size_t begin_of(const XmlToken& token) const {
    return static_cast<size_t>(token.bytes.data() - file_.data());
  }
  size_t end_of(const XmlToken& token) const { return begin_of(token) + token.bytes.size(); }

  void read(size_t& at) {
    const auto& token = tokens_[at];
    const auto name = local_name(token.name);
    const bool starts = token.kind == Xml::start_tag;
    if (name == "tmx") is_tmx_ = true;
    if (name == "header") source_language_ = bitext::attribute_of(token.bytes, "srclang");
    if (name == "tu" && starts) units_.emplace_back();
    if (units_.empty()) return;
    auto& unit = units_.back();
    if (name == "tuv" && starts) begin_variant(at);
    if (unit.empty()) return;
    if (name == "tuv" && token.kind == Xml::end_tag) unit.back().end = end_of(token);
    if (name != "seg") return;
    if (token.kind == Xml::empty_tag) unit.back().no_text = {begin_of(token), end_of(token)};
    if (!starts) return;
    const size_t begin = end_of(token);
    while (tokens_[at].kind != Xml::end_tag || local_name(tokens_[at].name) != "seg") ++at;
    unit.back().text = {begin, begin_of(tokens_[at])};
  }

  void begin_variant(size_t at) {
    const auto tag = tokens_[at].bytes;
    auto& variant = units_.back().emplace_back();
    for (const auto* name : {"lang", "xml:lang"}) {
      const auto language = bitext::attribute_of(tag, name);
      if (language.empty()) continue;
      variant.language = language;
      variant.tag = name;
    }
    const bool has_space = at > 0 && tokens_[at - 1].kind == Xml::text;
    if (has_space && trimmed(tokens_[at - 1].bytes).empty()) variant.indent = tokens_[at - 1].bytes;
  }

  std::string_view file_;
  std::vector<XmlToken> tokens_;
  std::vector<std::vector<Variant>> units_;
  std::string source_language_;
  bool is_tmx_ = false;
};

using Variants = std::vector<Variant>;

const Variant* variant_in(const Variants& unit, std::string_view language) {
  const auto found = std::ranges::find_if(unit, [&](const Variant& one) {
    return !one.language.empty() && !is_other_language(one.language, language);
  });
  return found == unit.end() ? nullptr : &*found;
}

/// The language, other than the source language, that most units have.
std::string other_language(const std::vector<Variants>& units, std::string_view source) {
  std::map<std::string, size_t> counts;
  for (const auto& unit : units) {
    for (const auto& variant : unit) {
      if (is_other_language(variant.language, source)) ++counts[variant.language];
    }
  }
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
  return most == counts.end() ? std::string() : most->first;
}

/// A field for a text and the place of its translation: `target`, if the unit has one.
Field field_of(std::string_view file, const Variant& source, const Variant* target, size_t end,
               const std::string& language) {
  const auto text = file.substr(source.text->begin, source.text->end - source.text->begin);
  Field field{
      .text = CodedText(xml_parts(text, kCodes)), .places = {}, .write = {}, .is_beside = true};
  std::string before, behind;
  if (target == nullptr) {
    before = str(source.indent, "<tuv ", source.tag, "=\"", language, "\"><seg>");
    behind = "</seg></tuv>";
    field.places = {{end, end}};
  } else if (target->text) {
    field.places = {*target->text};
  } else {
    before = "<seg>";
    behind = "</seg>";
    field.places = {*target->no_text};
  }
  field.write = [before, behind](const CodedText& own, const auto& translations,
                                 std::vector<std::string>& /*warnings*/) {
    return std::vector{before + written_xml(own.with(translations)) + behind};
  };
  return field;
}

/// Whether a unit has a translation to keep.
bool is_done(std::string_view file, const Variant* target, Entries entries) {
  if (target == nullptr || !target->text || entries == Entries::all) return false;
  const auto& [begin, end] = *target->text;
  return !trimmed(file.substr(begin, end - begin)).empty();
}

std::vector<Field> fields_of(std::string_view file, const std::vector<Variants>& units,
                             const DocumentOptions& options) {
  std::vector<Field> fields;
  for (const auto& unit : units) {
    const auto* source = variant_in(unit, options.source_language);
    const auto* target = variant_in(unit, options.target_language);
    if (source == nullptr || !source->text) continue;
    if (target != nullptr && !target->text && !target->no_text) continue;
    if (is_done(file, target, options.entries)) continue;
    fields.push_back(field_of(file, *source, target, unit.back().end, options.target_language));
  }
  return fields;
}

}  // namespace

std::unique_ptr<Document> read_tmx(File file, const DocumentOptions& options) {
  const TmxScanner scanner(file.bytes, file.name);
  if (!scanner.is_tmx()) {
    throw Error("is not TMX: it has no element <tmx>", file.name,
                "check that its suffix matches its format");
  }
  auto direction = options;
  if (direction.source_language.empty()) direction.source_language = scanner.source_language();
  auto& target = direction.target_language;
  if (target.empty()) target = other_language(scanner.units(), direction.source_language);
  const bool has_source = std::ranges::any_of(scanner.units(), [&](const auto& unit) {
    return variant_in(unit, direction.source_language) != nullptr;
  });
  if (!has_source || target.empty()) {
    throw Error(str("has no unit to translate from ", direction.source_language, " into ",
                    target.empty() ? "another language" : target),
                file.name, "translate it with a model for its languages");
  }
  try {
    auto fields = fields_of(file.bytes, scanner.units(), direction);
    return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
  } catch (const serve::MalformedXml& error) {
    throw malformed(error, file.name);
  }
}

}  // namespace regard::documents
