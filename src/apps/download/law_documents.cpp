#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "bitext/xml_elements.h"
#include "download/layouts.h"
#include "markup/xml_scanner.h"
#include "regard/base/str.h"

namespace regard::download {
namespace {

/// The labeled parts of a law, which both languages number alike.
constexpr std::array<std::string_view, 6> kParts = {"Section",      "Subsection", "Paragraph",
                                                    "Subparagraph", "Clause",     "Subclause"};
constexpr std::array<std::string_view, 3> kTexts = {"Text", "MarginalNote", "Label"};
/// Skipped parts, which are ordered alphabetically in each language, or are bilingual.
constexpr std::array<std::string_view, 4> kSkipped = {"Definition", "BilingualGroup",
                                                      "HistoricalNote", "FormulaGroup"};

template <size_t size>
bool is_one_of(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// A label without its parentheses: "a" for "(a)" and "a)".
std::string plain_label(std::string_view label) {
  std::string plain;
  for (const char c : label) {
    if (std::string_view("() .\t\n").find(c) == std::string_view::npos) plain += c;
  }
  return plain;
}

/// The texts of a law by position: "7/1/a Text". A position with several texts is left out.
class Law {
 public:
  explicit Law(const std::string& xml) {
    serve::XmlScanner scanner(xml);
    while (const auto token = scanner.next()) take(*token);
  }

  const std::vector<std::pair<std::string, std::string>>& texts() const { return texts_; }
  const std::string* at(const std::string& place) const {
    const auto found = numbers_.find(place);
    if (found == numbers_.end() || found->second.count != 1) return nullptr;
    return &texts_[found->second.number].second;
  }

 private:
  struct Part {
    std::string label;
    std::vector<std::pair<std::string, std::string>> texts;  // element name, text
  };
  struct Place {
    size_t number = 0, count = 0;
  };

  void take(const serve::XmlToken& token) {
    using Kind = serve::XmlToken::Kind;
    const bool begins = token.kind == Kind::start_tag, ends = token.kind == Kind::end_tag;
    if (is_one_of(kSkipped, token.name)) skipped_ += begins ? 1 : ends ? -1 : 0;
    if (skipped_ > 0) return;
    if (is_one_of(kParts, token.name)) {
      if (begins) parts_.emplace_back();
      if (ends && !parts_.empty()) end_part();
    } else if (is_one_of(kTexts, token.name)) {
      if (ends && !parts_.empty()) end_text(std::string(token.name));
      text_.begin();
    } else {
      text_.take(token);
    }
  }

  void end_text(const std::string& name) {
    auto& part = parts_.back();
    if (name == "Label") {
      part.label = plain_label(text_.text());
    } else {
      part.texts.emplace_back(name, text_.text());
    }
  }

  void end_part() {
    const auto path = join(parts_, "/", [](const Part& part) { return part.label; });
    for (auto& [name, text] : parts_.back().texts) {
      const auto place = str(path, ' ', name);
      auto& known = numbers_[place];
      if (known.count++ == 0) known.number = texts_.size();
      texts_.emplace_back(place, std::move(text));
    }
    parts_.pop_back();
  }

  int skipped_ = 0;
  bitext::XmlText text_{{"Footnote"}};
  std::vector<Part> parts_;  // the parts that are open
  std::vector<std::pair<std::string, std::string>> texts_;
  std::map<std::string, Place> numbers_;
};

}  // namespace

std::string french_law(const std::string& english_name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kNames = {
      {{"/eng/acts/", "/fra/lois/"},
       {"/eng/regulations/SOR-", "/fra/reglements/DORS-"},
       {"/eng/regulations/SI-", "/fra/reglements/TR-"},
       {"/eng/regulations/C.R.C.,_c._", "/fra/reglements/C.R.C.,_ch._"},
       {"/eng/regulations/", "/fra/reglements/"}}};
  for (const auto& [english, french] : kNames) {
    const size_t at = english_name.find(english);
    if (at == std::string::npos || !english_name.ends_with(".xml")) continue;
    return std::string(english_name).replace(at, english.size(), french);
  }
  return {};
}

Texts pairs_of_laws(const std::string& english, const std::string& french) try {
  const Law one(english), other(french);
  Texts pairs;
  for (const auto& [place, text] : one.texts()) {
    const auto* translation = other.at(place);
    if (translation != nullptr && one.at(place) != nullptr) pairs.emplace_back(text, *translation);
  }
  return pairs;
} catch (const serve::MalformedXml&) {
  return {};
}

}  // namespace regard::download
