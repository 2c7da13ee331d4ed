#include <algorithm>
#include <map>
#include <utility>

#include "base/readable.h"
#include "base/utf8.h"
#include "bitext/packed_bytes.h"
#include "bitext/xml_elements.h"
#include "regard/base/str.h"

namespace regard::bitext {
namespace {

/// A normalized language code: "en-us".
std::string plain(std::string_view language) {
  auto code = lower_ascii(language);
  std::ranges::replace(code, '_', '-');
  return code;
}

std::string language_of(std::string_view variant) {
  const auto language = attribute_of(variant, "xml:lang");
  return plain(language.empty() ? attribute_of(variant, "lang") : language);
}

/// Units per language, in order of appearance.
using Counts = std::vector<std::pair<std::string, int64_t>>;

void count(Counts& counts, const std::string& language, int64_t units) {
  const auto found = std::ranges::find(counts, language, &Counts::value_type::first);
  if (found == counts.end()) {
    counts.emplace_back(language, units);
  } else {
    found->second += units;
  }
}

/// The most frequent language except `other` (of equals, the first); empty if there is none.
std::string most_frequent(const Counts& counts, const std::string& other) {
  std::string best;
  int64_t most = 0;
  for (const auto& [language, units] : counts) {
    if (units <= most || language == other) continue;
    best = language;
    most = units;
  }
  return best;
}

struct Languages {
  std::string source, target;
  std::string note = {};  // the other languages in the file
};

/// Reads the file once to determine the languages that were not named: the header's language, if
/// any unit has it, and the most frequent one in units with it; otherwise the two most frequent.
class LanguageSearch {
 public:
  LanguageSearch(const std::string& path, const ReadOptions& options)
      : named_{plain(options.source_language), plain(options.target_language)} {
    XmlElements units(open_bytes(path), path, "TMX", {"tu"}, [this](std::string_view tag) {
      if (tag.starts_with("<header")) header_ = without_region(attribute_of(tag, "srclang"));
    });
    for (std::string unit; units.next(unit);) {
      const auto languages = languages_in(unit);
      for (const auto& one : languages) count(all_, one, 1);
      ++kinds_[languages];
    }
  }

  Languages result() const {
    auto languages = named_;
    auto& [source, target, note] = languages;
    const bool has_header =
        std::ranges::any_of(all_, [&](const auto& one) { return one.first == header_; });
    if (source.empty() && has_header && header_ != without_region(target)) source = header_;
    if (source.empty()) {
      source = most_frequent(target.empty() ? all_ : beside(target), without_region(target));
    }
    if (target.empty()) target = most_frequent(beside(source), without_region(source));
    note = note_for(languages);
    return languages;
  }

 private:
  using Set = std::vector<std::string>;

  /// The languages of a unit. Counts further variants of a language that the unit already has.
  Set languages_in(std::string_view unit) {
    constexpr std::string_view kVariant = "<tuv";
    Set languages;
    for (size_t at = unit.find(kVariant); at != std::string_view::npos;
         at = unit.find(kVariant, at + 1)) {
      const auto language = without_region(language_of(unit.substr(at, unit.find('>', at) - at)));
      if (std::ranges::find(languages, language) == languages.end()) {
        languages.push_back(language);
      } else {
        ++further_[language];
      }
    }
    return languages;
  }

  /// Counts, for each language, the units that also have `language`.
  Counts beside(const std::string& language) const {
    Counts counts;
    for (const auto& [one, all] : all_) count(counts, one, 0);  // keeps the order of languages
    for (const auto& [languages, units] : kinds_) {
      if (std::ranges::find(languages, without_region(language)) == languages.end()) continue;
      for (const auto& one : languages) count(counts, one, units);
    }
    return counts;
  }

  std::string note_for(const Languages& chosen) const {
    std::vector<std::string> notes = {note_of_others(chosen), note_of_further(chosen)};
    std::erase(notes, "");
    return join(notes, "; ");
  }

  /// Of the variants of a language in one unit, such as en-US and en-GB, only one is read.
  std::string note_of_further(const Languages& chosen) const {
    int64_t left_out = 0;
    for (const auto& language : {without_region(chosen.source), without_region(chosen.target)}) {
      const auto found = further_.find(language);
      if (found != further_.end()) left_out += found->second;
    }
    if (left_out == 0) return {};
    return str("leaves out ", counted(left_out, "further variant"), " of ", chosen.source, " or ",
               chosen.target);
  }

  std::string note_of_others(const Languages& chosen) const {
    std::vector<std::string> others;
    for (const auto& [language, units] : all_) {
      const bool is_read =
          language == without_region(chosen.source) || language == without_region(chosen.target);
      if (!is_read) others.push_back(str(language, " (", counted(units, "unit"), ')'));
    }
    if (others.empty()) return {};
    constexpr size_t kMost = 8;
    const size_t more = others.size() - std::min(others.size(), kMost);
    others.resize(others.size() - more);
    return str("reads ", chosen.source, " and ", chosen.target, "; has also ", join(others),
               more > 0 ? str(" and ", more, " more") : "",
               ": --from-language and --to-language select two");
  }

  Languages named_;
  std::string header_;
  Counts all_;
  std::map<Set, int64_t> kinds_;            // number of units for each set of languages
  std::map<std::string, int64_t> further_;  // variants of a language that a unit already has
};

/// Translation memories: units <tu> with a variant <tuv> for each language.
class TmxReader : public PairReader {
 public:
  TmxReader(const std::string& path, const ReadOptions& options)
      : languages_(LanguageSearch(path, options).result()),
        keeps_codes_(options.keeps_codes),
        units_(open_bytes(path), path, "TMX", {"tu"}, [](std::string_view) {}) {}

  bool next(Pair& pair) override {
    if (!units_.next(unit_)) return false;
    pair.begin(units_.line());
    try {
      read_unit();
      choose(pair);
    } catch (const serve::MalformedXml& error) {
      pair.state = Pair::State::malformed;
      pair.note = why_malformed(error);
      pair.raw = unit_;
    }
    return true;
  }

  std::vector<PairFile> files() const override {
    auto file = units_.file();
    file.note = languages_.note;
    return {file};
  }

 private:
  void read_unit() {
    using Kind = serve::XmlToken::Kind;
    variants_.clear();
    XmlText text({"bpt", "ept", "it", "ph", "sub", "ut"}, keeps_codes_);
    bool is_in_segment = false;
    serve::XmlScanner scanner(unit_);
    while (const auto token = scanner.next()) {
      const bool starts = token->kind == Kind::start_tag;
      if (starts && token->name == "tuv") variants_.emplace_back(language_of(token->bytes), "");
      if (token->name == "seg") {
        if (token->kind == Kind::end_tag && !variants_.empty()) {
          variants_.back().second = text.text();
        }
        is_in_segment = starts;
        text.begin();
      } else if (is_in_segment) {
        text.take(*token);
      }
    }
  }

  /// The text in a language or in a regional variant of it: "en" also matches "en-US".
  const std::string* find(const std::string& language) const {
    const auto in = [&](const auto& is_meant) -> const std::string* {
      const auto found = std::ranges::find_if(
          variants_, [&](const auto& variant) { return is_meant(variant.first); });
      return found == variants_.end() ? nullptr : &found->second;
    };
    const auto* exact = in([&](const std::string& one) { return one == language; });
    if (exact != nullptr) return exact;
    return in([&, base = without_region(language)](const std::string& one) {
      return without_region(one) == base;
    });
  }

  void choose(Pair& pair) const {
    const auto* source = find(languages_.source);
    const auto* target = find(languages_.target);
    if (source != nullptr) pair.source = *source;
    if (target != nullptr) pair.target = *target;
    pair.raw.append(pair.source).append(1, '\t').append(pair.target);
    if (source != nullptr && target != nullptr) return;
    pair.state = Pair::State::lacks_language;
    pair.note = "without " + (source == nullptr ? languages_.source : languages_.target);
    if (source != nullptr || target != nullptr) return;
    pair.raw =
        join(variants_, "\t", [](const auto& one) { return str(one.first, ": ", one.second); });
  }

  Languages languages_;
  bool keeps_codes_;
  XmlElements units_;
  std::string unit_;
  std::vector<std::pair<std::string, std::string>> variants_;
};

}  // namespace

std::unique_ptr<PairReader> read_tmx(const std::string& path, const ReadOptions& options) {
  return std::make_unique<TmxReader>(path, options);
}

}  // namespace regard::bitext
