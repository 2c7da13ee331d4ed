#include <optional>
#include <utility>

#include "base/utf8.h"
#include "bitext/xliff_states.h"
#include "bitext/xml_elements.h"
#include "documents/direction.h"
#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/mnemonics.h"
#include "documents/xml_parts.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

/// XLIFF: the targets of units (1.2) and of segments (2) are filled in.
namespace regard::documents {
namespace {

using serve::XmlToken;
using Xml = XmlToken::Kind;

bool is_unit(std::string_view name) { return name == "trans-unit" || name == "segment"; }

/// A unit as its file has it.
struct XliffUnit {
  std::optional<Place> source, target;  ///< their contents
  bool has_empty_target = false;        ///< <target/>, which is the place
  size_t behind_source = 0;             ///< where a target is inserted
  size_t behind_target = 0;
  bool has_proposals = false;  ///< <alt-trans> may follow the target, as in XLIFF 1.2
  std::string state = {};
  std::string indent = {};  ///< white space before the source
  std::string prefix = {};  ///< of the names: "xlf:"
};

class XliffScanner {
 public:
  XliffScanner(const std::string& file, const std::string& name)
      : file_(file), tokens_(xml_tokens(file, name)) {}

  std::vector<XliffUnit> units() {
    for (size_t at = 0; at < tokens_.size(); ++at) read(at);
    return std::move(units_);
  }

  bool is_xliff() const { return is_xliff_; }

  /// Throws Error if the file is in languages other than the model's.
  void check_direction(const DocumentOptions& options, const std::string& name) const {
    for (const auto& [source, target] : languages_) {
      const bool is_other = is_other_language(source, options.source_language) ||
                            is_other_language(target, options.target_language);
      if (!is_other) continue;
      throw Error(str("is from ", source, target.empty() ? "" : " into " + target,
                      ", but the model translates from ", options.source_language, " into ",
                      options.target_language),
                  name, "translate it with a model of its languages");
    }
  }

 private:
  size_t place_of(const XmlToken& token) const {
    return static_cast<size_t>(token.bytes.data() - file_.data());
  }

  /// The index of the end tag of the element that begins at `at`.
  size_t end_of(size_t at) const {
    size_t depth = 1;
    while (depth > 0) {
      ++at;
      depth += tokens_[at].kind == Xml::start_tag ? 1 : 0;
      depth -= tokens_[at].kind == Xml::end_tag ? 1 : 0;
    }
    return at;
  }

  void read(size_t& at) {
    const auto& token = tokens_[at];
    const auto name = local_name(token.name);
    if (token.kind == Xml::end_tag && is_unit(name) && unit_.source) {
      units_.push_back(std::exchange(unit_, {}));
    }
    if (token.kind == Xml::empty_tag && name == "target") {
      unit_.target = Place{place_of(token), place_of(token) + token.bytes.size()};
      unit_.has_empty_target = true;
      unit_.behind_target = unit_.target->end;
    }
    if (token.kind != Xml::start_tag) return;
    is_xliff_ = is_xliff_ || name == "xliff";
    if (name == "file") see_languages(token, "source-language", "target-language");
    if (name == "xliff") see_languages(token, "srcLang", "trgLang");
    const bool is_left_out = token.is_untranslated || name == "alt-trans" || name == "matches" ||
                             name == "ignorable" || name == "note" || name == "header";
    if (is_left_out) {
      at = end_of(at);
    } else if (is_unit(name)) {
      unit_ = {};
      unit_.has_proposals = name == "trans-unit";
      unit_.state = bitext::attribute_of(token.bytes, "state");
    } else if (name == "source" || name == "target" || name == "seg-source") {
      const size_t end = end_of(at);
      read_side(at, end);
      at = end;
    }
  }

  void see_languages(const XmlToken& tag, const char* source, const char* target) {
    languages_.emplace_back(bitext::attribute_of(tag.bytes, source),
                            bitext::attribute_of(tag.bytes, target));
  }

  void read_side(size_t begin, size_t end) {
    const auto& tag = tokens_[begin];
    const auto name = local_name(tag.name);
    const Place content = {place_of(tag) + tag.bytes.size(), place_of(tokens_[end])};
    if (name == "target") {
      unit_.target = content;
      unit_.behind_target = content.end + tokens_[end].bytes.size();
      const auto state = bitext::attribute_of(tag.bytes, "state");
      if (!state.empty()) unit_.state = state;
      return;
    }
    unit_.behind_source = content.end + tokens_[end].bytes.size();
    if (name != "source") return;
    unit_.source = content;
    unit_.prefix = tag.name.substr(0, tag.name.size() - name.size());
    const bool has_space = begin > 0 && tokens_[begin - 1].kind == Xml::text &&
                           trimmed(tokens_[begin - 1].bytes).empty();
    if (has_space) unit_.indent = tokens_[begin - 1].bytes;
  }

  const std::string& file_;
  std::vector<XmlToken> tokens_;
  std::vector<XliffUnit> units_;
  XliffUnit unit_;
  std::vector<std::pair<std::string, std::string>> languages_;  // that its elements name
  bool is_xliff_ = false;
};

bool is_wanted_unit(const XliffUnit& unit, std::string_view file, Entries entries) {
  const bool is_translated =
      unit.target && !unit.has_empty_target &&
      !trimmed(file.substr(unit.target->begin, unit.target->end - unit.target->begin)).empty();
  if (!is_translated || entries == Entries::all) return true;
  return entries == Entries::open && bitext::is_unfinished_state(unit.state);
}

/// A translation memory's entries as the proposals of a unit of one text.
std::string proposals_of(const XliffUnit& unit, std::span<const TranslatedText> translations) {
  if (!unit.has_proposals || translations.size() != 1) return {};
  const auto element = [&](std::string_view name, const std::string& text) {
    const std::vector<TextPart> parts = {{.bytes = text}};
    return str('<', unit.prefix, name, '>', written_xml(parts), "</", unit.prefix, name, '>');
  };
  std::string proposals;
  for (const auto& match : translations.front().matches) {
    proposals += str(unit.indent, '<', unit.prefix, "alt-trans match-quality=\"", match.score,
                     "\" origin=\"memory\">", element("source", match.source),
                     element("target", match.target), "</", unit.prefix, "alt-trans>");
  }
  return proposals;
}

Field field_of_unit(const XliffUnit& unit, std::string_view file) {
  const auto source = file.substr(unit.source->begin, unit.source->end - unit.source->begin);
  auto parts = xml_parts(source, bitext::kXliffCodes);
  const auto mnemonic = take_mnemonic(parts);
  Field field{.text = CodedText(std::move(parts)),
              .places = {unit.target.value_or(Place{unit.behind_source, unit.behind_source})},
              .write = {},
              .is_beside = true};
  std::string before, behind;
  const auto name = unit.prefix + "target";
  if (!unit.target) before = unit.indent + '<' + name + '>';
  if (unit.has_empty_target) {
    auto tag = file.substr(unit.target->begin, unit.target->end - unit.target->begin);
    tag.remove_suffix(2);  // "/>"
    before = std::string(tag.substr(0, tag.find_last_not_of(kBlanks) + 1)) + '>';
  }
  if (!before.empty()) behind = "</" + name + '>';
  const bool is_apart = unit.target && !unit.has_empty_target;  // proposals have their own place
  if (is_apart) field.places.push_back({unit.behind_target, unit.behind_target});
  field.write = [=](const CodedText& own, const auto& translations,
                    std::vector<std::string>& /*warnings*/) {
    auto said = own.with(translations);
    put_mnemonic(mnemonic, said);
    const auto text = before + written_xml(said) + behind;
    const auto proposals = proposals_of(unit, translations);
    return is_apart ? std::vector{text, proposals} : std::vector{text + proposals};
  };
  return field;
}

}  // namespace

std::unique_ptr<Document> read_xliff(File file, const DocumentOptions& options) {
  XliffScanner scanner(file.bytes, file.name);
  const auto units = scanner.units();
  if (!scanner.is_xliff()) {
    throw Error("is not XLIFF: it has no element <xliff>", file.name,
                "check that its suffix says what it is");
  }
  scanner.check_direction(options, file.name);
  std::vector<Field> fields;
  for (const auto& unit : units) {
    if (!is_wanted_unit(unit, file.bytes, options.entries)) continue;
    try {
      fields.push_back(field_of_unit(unit, file.bytes));
    } catch (const serve::MalformedXml& error) {
      throw malformed(error, file.name);
    }
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
}

}  // namespace regard::documents
