#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/readable.h"
#include "base/utf8.h"
#include "bitext/xliff_states.h"
#include "bitext/xml_elements.h"
#include "documents/direction.h"
#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/mnemonics.h"
#include "documents/subtitle_cuts.h"
#include "documents/xliff_candidates.h"
#include "documents/xliff_language.h"
#include "documents/xliff_segments.h"
#include "documents/xml_parts.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

/// XLIFF: fills in the targets of units (1.2) and of segments (2). The confidence of a translation
/// is written as the match-quality of an <alt-trans> after the target in 1.2, and as MT Confidence
/// of ITS 2.0 (https://www.w3.org/TR/its20/#mtconfidence) around the target in 2.
namespace regard::documents {
namespace {

using serve::XmlToken;
using Xml = XmlToken::Kind;

bool is_unit(std::string_view name) { return name == "trans-unit" || name == "segment"; }

/// A unit in the file.
struct XliffUnit {
  std::optional<Place> source, target;  ///< places of the contents of source and target
  std::optional<Place> segments = {};   ///< content of <seg-source>, if it has segments
  std::string id = {};
  std::string longest = {};       ///< maximum characters of a translation; empty: unlimited
  bool has_empty_target = false;  ///< whether the place is that of <target/>
  size_t behind_source = 0;       ///< offset at which a target is inserted
  size_t behind_target = 0;
  bool has_proposals = false;  ///< whether <alt-trans> may follow the target, as in XLIFF 1.2
  std::string state = {};
  std::string indent = {};  ///< white space before the source
  std::string prefix = {};  ///< namespace prefix: "xlf:"
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
  bool is_version_2() const { return version_.starts_with('2'); }

  /// Throws Error if the file's languages differ from the model's.
  void check_direction(const DocumentOptions& options, const std::string& name) const {
    for (const auto& [source, target] : languages_) {
      const bool is_other = is_other_language(source, options.source_language) ||
                            is_other_language(target, options.target_language);
      if (!is_other) continue;
      const auto from =
          options.source_language.empty() ? "" : str("from ", options.source_language, " ");
      throw Error(str("is from ", source, target.empty() ? "" : " into " + target,
                      ", but the model translates ", from, "into ", options.target_language),
                  name, "translate it with a model for its languages");
    }
  }

  /// The source language that the file declares; empty if it declares none.
  std::string source_language() const {
    for (const auto& [source, target] : languages_) {
      if (!source.empty()) return source;
    }
    return {};
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
    if (name == "xliff") {
      is_xliff_ = true;
      version_ = bitext::attribute_of(token.bytes, "version");
    }
    if (name == "file") see_languages(token, "source-language", "target-language");
    if (name == "xliff") see_languages(token, "srcLang", "trgLang");
    const bool is_left_out = token.is_untranslated || name == "alt-trans" || name == "matches" ||
                             name == "ignorable" || name == "note" || name == "header";
    if (is_left_out) {
      at = end_of(at);
    } else if (is_unit(name)) {
      unit_ = {};
      unit_.has_proposals = name == "trans-unit";
      unit_.id = bitext::attribute_of(token.bytes, "id");
      const bool is_in_characters = bitext::attribute_of(token.bytes, "size-unit") == "char";
      if (is_in_characters) unit_.longest = bitext::attribute_of(token.bytes, "maxwidth");
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
    if (name != "source") {
      if (has_segments(file_.substr(content.begin, content.end - content.begin))) {
        unit_.segments = content;
      }
      return;
    }
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
  std::vector<std::pair<std::string, std::string>> languages_;  // pairs that the file declares
  bool is_xliff_ = false;
  std::string version_;
};

bool is_wanted_unit(const XliffUnit& unit, std::string_view file, Entries entries) {
  const bool is_translated =
      unit.target && !unit.has_empty_target &&
      !trimmed(file.substr(unit.target->begin, unit.target->end - unit.target->begin)).empty();
  if (!is_translated || entries == Entries::all) return true;
  return entries == Entries::open && bitext::is_unfinished_state(unit.state);
}

/// Translation memory entries as proposals for a unit with one text.
std::string proposals_of(const XliffUnit& unit, const CodedText& own,
                         std::span<const TranslatedText> translations) {
  if (!unit.has_proposals || translations.size() != 1) return {};
  const auto element = [&](std::string_view name, const std::string& text) {
    // Placeholders in the entry are the unit's codes.
    const TranslatedText entry = {.text = text};
    const bool has_codes = text.find('{') != std::string::npos;
    const auto parts = has_codes ? own.with({&entry, 1}) : std::vector<TextPart>{{.bytes = text}};
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

/// The lowest confidence among a unit's texts; std::nullopt if one of the texts has none.
std::optional<double> confidence_of(std::span<const TranslatedText> translations) {
  std::optional<double> lowest;
  for (const auto& translation : translations) {
    if (!translation.confidence) return std::nullopt;
    lowest = std::min(lowest.value_or(1.0), *translation.confidence);
  }
  return lowest;
}

/// Writes the target of a unit, with its confidence after or around it.
struct TargetWriter {
  std::string before = {}, behind = {};  ///< tags for a target that does not exist yet
  bool is_version_2 = false;
  size_t number = 0;  ///< index of the unit in its file
  XliffUnit unit = {};
  std::optional<Mnemonic> mnemonic = {};

  /// Wraps the content of a target in an element with its confidence (version 2).
  std::string in_annotation(const std::string& content, double confidence) const {
    const auto name = unit.prefix + "mrk";
    return str('<', name, " id=\"regard-", number, "\" type=\"its:any\"",
               " xmlns:its=\"http://www.w3.org/2005/11/its\" its:mtConfidence=\"",
               fixed(confidence, 4), "\" its:annotatorsRef=\"mt-confidence|regard\">", content,
               "</", name, '>');
  }

  /// The <alt-trans> element that follows a target and states its confidence (version 1.2).
  std::string proposal(const std::string& content, double confidence) const {
    const auto alternative = unit.prefix + "alt-trans", target = unit.prefix + "target";
    return str('<', alternative, " match-quality=\"", fixed(100.0 * confidence, 0),
               "%\" origin=\"regard\"><", target, '>', content, "</", target, "></", alternative,
               '>');
  }

  void warn_of_length(size_t letters, std::vector<std::string>& warnings) const {
    size_t most = 0;
    for (const char digit : unit.longest) {
      if (!is_ascii_digit(digit) || most > letters) return;
      most = most * 10 + static_cast<size_t>(digit - '0');
    }
    if (unit.longest.empty() || letters <= most) return;
    warnings.push_back(str("unit ", unit.id, ": the translation has ", letters,
                           " characters, but may have at most ", most));
  }

  /// The new text of each place: that of the target, and that of the elements after it.
  std::vector<std::string> operator()(const CodedText& own,
                                      std::span<const TranslatedText> translations,
                                      std::vector<std::string>& warnings) const {
    auto said = own.with(translations);
    put_mnemonic(mnemonic, said);
    warn_of_length(letters_in(text_of(said)), warnings);
    const auto content = written_xml(said);
    const auto confidence = confidence_of(translations);
    const auto proposals = proposals_of(unit, own, translations);
    if (!confidence) return {before + content + behind, proposals};
    if (is_version_2) return {before + in_annotation(content, *confidence) + behind, proposals};
    return {before + content + behind, proposals + proposal(content, *confidence)};
  }
};

Field field_of_unit(const XliffUnit& unit, std::string_view file, TargetWriter writer) {
  const auto place = unit.segments.value_or(*unit.source);
  const auto source = file.substr(place.begin, place.end - place.begin);
  const auto target = unit.target.value_or(Place{unit.behind_source, unit.behind_source});
  const size_t end = unit.behind_target > 0 ? unit.behind_target : target.end;
  auto parts = xml_parts(source, bitext::kXliffCodes);
  if (unit.segments) end_texts_at_segments(parts);
  writer.mnemonic = take_mnemonic(parts);
  Field field{.text = CodedText(std::move(parts)),
              .places = {target, Place{end, end}},
              .write = {},
              .is_beside = true};
  writer.unit = unit;
  const auto name = unit.prefix + "target";
  if (!unit.target) writer.before = unit.indent + '<' + name + '>';
  if (unit.has_empty_target) {
    auto tag = file.substr(target.begin, target.end - target.begin);
    tag.remove_suffix(2);  // removes "/>"
    writer.before = std::string(tag.substr(0, tag.find_last_not_of(kBlanks) + 1)) + '>';
  }
  if (!writer.before.empty()) writer.behind = "</" + name + '>';
  field.write = [writer = std::move(writer)](const CodedText& own, const auto& translations,
                                             std::vector<std::string>& warnings) {
    return writer(own, translations, warnings);
  };
  return field;
}

}  // namespace

std::string source_language_of_xliff(const File& file) {
  constexpr auto kDeclares = Declares::in_xml;
  const auto encoding = Encoding::of(file.bytes, kDeclares, file.name);
  const auto bytes = encoding.decoded(file.bytes, file.name);
  XliffScanner scanner(bytes, file.name);
  scanner.units();
  return scanner.source_language();
}

std::unique_ptr<Document> read_xliff(File file, const DocumentOptions& options) {
  XliffScanner scanner(file.bytes, file.name);
  const auto units = scanner.units();
  if (!scanner.is_xliff()) {
    throw Error("is not XLIFF: it has no element <xliff>", file.name,
                "check that its suffix matches its format");
  }
  scanner.check_direction(options, file.name);
  std::vector<Field> fields;
  for (size_t number = 0; number < units.size(); ++number) {
    const auto& unit = units[number];
    const bool is_wanted = is_wanted_unit(unit, file.bytes, options.entries);
    try {
      if (!is_wanted && unit.segments) {
        auto open = fields_of_open_segments(file.bytes, *unit.segments, *unit.target);
        std::ranges::move(open, std::back_inserter(fields));
      }
      if (!is_wanted) continue;
      fields.push_back(field_of_unit(unit, file.bytes,
                                     {.is_version_2 = scanner.is_version_2(), .number = number}));
    } catch (const serve::MalformedXml& error) {
      throw malformed(error, file.name);
    }
  }
  auto document = with_target_language(
      std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields)),
      options.target_language);
  if (scanner.is_version_2()) return with_candidates(std::move(document));
  return document;
}

}  // namespace regard::documents
