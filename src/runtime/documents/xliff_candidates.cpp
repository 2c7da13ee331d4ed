#include "documents/xliff_candidates.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitext/xliff_states.h"
#include "bitext/xml_elements.h"
#include "documents/coded_text.h"
#include "documents/mnemonics.h"
#include "documents/xml_parts.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

using serve::XmlToken;
using Xml = XmlToken::Kind;
/// Similar entries of a translation memory, by the text of a unit.
using Candidates = std::map<std::string, std::vector<text::MemoryMatch>>;

/// A <unit> in the file.
struct Unit2 {
  size_t begin = 0;  ///< offset after the start tag
  std::string_view prefix = {};
  std::string_view id = {}, source = {};  ///< id and source of the segment
  size_t segments = 0;
  bool has_candidates = false;
};

/// The text that the model reads for a source; empty if it is not a single text.
std::string text_of_source(std::string_view source) {
  auto parts = xml_parts(source, bitext::kXliffCodes);
  take_mnemonic(parts);
  const CodedText text(std::move(parts));
  return text.units().size() == 1 ? text.units().front().text : std::string();
}

std::string element(const std::string& name, const std::string& text) {
  const std::vector<TextPart> parts = {{.bytes = text}};
  return str('<', name, '>', written_xml(parts), "</", name, '>');
}

/// The <mtc:matches> element of a unit; empty for a unit without candidates.
std::string candidates_of(const Unit2& unit, const Candidates& candidates) {
  const bool has_one = unit.segments == 1 && !unit.id.empty() && !unit.has_candidates;
  const auto found = has_one ? candidates.find(text_of_source(unit.source)) : candidates.end();
  if (found == candidates.end()) return {};
  const auto source = str(unit.prefix, "source"), target = str(unit.prefix, "target");
  std::string written = "<mtc:matches xmlns:mtc=\"urn:oasis:names:tc:xliff:matches:2.0\">";
  for (const auto& match : found->second) {
    written +=
        str("<mtc:match ref=\"#", unit.id, "\" similarity=\"", match.score, "\" origin=\"memory\">",
            element(source, match.source), element(target, match.target), "</mtc:match>");
  }
  return written + "</mtc:matches>";
}

std::string xliff_with(const Candidates& candidates, const std::string& xliff) {
  std::string written;
  size_t at = 0;
  std::optional<Unit2> unit;
  bool is_in_segment = false;
  const auto tokens = xml_tokens(xliff, "the translation");
  for (size_t number = 0; number < tokens.size(); ++number) {
    const auto& token = tokens[number];
    const auto name = local_name(token.name);
    const auto place = static_cast<size_t>(token.bytes.data() - xliff.data());
    const bool starts = token.kind == Xml::start_tag, ends = token.kind == Xml::end_tag;
    if (starts && name == "unit") {
      unit = {.begin = place + token.bytes.size(),
              .prefix = token.name.substr(0, token.name.size() - name.size())};
    }
    if (!unit) continue;
    if (name == "segment") is_in_segment = starts;
    if (starts && name == "matches") unit->has_candidates = true;
    if (starts && name == "segment") {
      ++unit->segments;
      unit->id = bitext::attribute_of(token.bytes, "id");
    } else if (starts && name == "source" && is_in_segment) {
      while (tokens[number].kind != Xml::end_tag || tokens[number].name != token.name) ++number;
      const char* begin = token.bytes.data() + token.bytes.size();
      unit->source = {begin, static_cast<size_t>(tokens[number].bytes.data() - begin)};
    } else if (ends && name == "unit") {
      written.append(xliff, at, unit->begin - at);
      written += candidates_of(*unit, candidates);
      at = unit->begin;
      unit.reset();
    }
  }
  return written.append(xliff, at);
}

class XliffWithCandidates : public Document {
 public:
  explicit XliffWithCandidates(std::unique_ptr<Document> xliff) : xliff_(std::move(xliff)) {}

  const std::vector<Unit>& units() const override { return xliff_->units(); }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    auto written = xliff_->write(translations);
    Candidates candidates;
    for (size_t number = 0; number < std::min(units().size(), translations.size()); ++number) {
      const auto& matches = translations[number].matches;
      if (!matches.empty()) candidates.emplace(units()[number].text, matches);
    }
    if (!candidates.empty()) {
      written.bytes = xliff_with(candidates, written.bytes);
    }
    return written;
  }

 private:
  std::unique_ptr<Document> xliff_;
};

}  // namespace

std::unique_ptr<Document> with_candidates(std::unique_ptr<Document> xliff) {
  return std::make_unique<XliffWithCandidates>(std::move(xliff));
}

}  // namespace regard::documents
