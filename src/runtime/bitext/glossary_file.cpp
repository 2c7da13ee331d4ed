#include "bitext/glossary_file.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/utf8.h"
#include "bitext/code_marks.h"
#include "bitext/packed_bytes.h"
#include "bitext/pair_reader.h"
#include "bitext/xml_elements.h"
#include "markup/xml_scanner.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::bitext {
namespace {

using text::Glossary;

/// Terms and the places where they were found.
struct Terms {
  std::vector<Glossary::Term> terms = {};
  std::vector<std::string> places = {};

  void add(Glossary::Term term, std::string place) {
    terms.push_back(std::move(term));
    places.push_back(std::move(place));
  }
};

std::string place_of(const std::string& path, int64_t line) { return str(path, ':', line); }

bool is_language(std::string_view code, const std::string& language) {
  return without_region(lower_ascii(trimmed(code))) == without_region(lower_ascii(language));
}

/// Whether a row of four columns names other languages in the last two.
bool names_others(const Pair& pair, const text::GlossaryLanguages& languages) {
  constexpr int64_t kWithLanguages = 4;
  if (pair.columns != kWithLanguages) return false;
  const auto codes = std::string_view(pair.more).substr(1);
  const auto tab = codes.find('\t');
  return !is_language(codes.substr(0, tab), languages.source) ||
         !is_language(codes.substr(tab + 1), languages.target);
}

Terms read_table(const std::string& path, const text::GlossaryLanguages& languages) {
  const auto reader = read_csv(path, {.source_column = 1, .target_column = 2});
  Terms terms;
  for (Pair pair; reader->next(pair);) {
    const auto place = place_of(path, pair.number);
    if (trimmed(pair.raw).empty()) continue;
    if (pair.state == Pair::State::malformed) {
      throw Error("has an unclosed quotation mark", place, "close it");
    }
    if (pair.state != Pair::State::whole) {
      throw Error("is not a term and its translation, separated by a comma", place,
                  "write source,target");
    }
    if (names_others(pair, languages)) {
      throw Error(str("is not an entry from ", languages.source, " to ", languages.target), place,
                  "leave it out, or name the languages of the model");
    }
    terms.add({pair.source, pair.target}, place);
  }
  return terms;
}

/// A concept of a TBX file, with its terms in each language.
class Concept {
 public:
  explicit Concept(const std::string& element) {
    using Kind = serve::XmlToken::Kind;
    XmlText text({});
    serve::XmlScanner scanner(element);
    bool is_in_term = false, is_in_status = false;
    std::string language, status;
    while (const auto token = scanner.next()) {
      const bool starts = token->kind == Kind::start_tag, ends = token->kind == Kind::end_tag;
      const auto name = token->name;
      if (starts && (name == "langSet" || name == "langSec")) {
        language = attribute_of(token->bytes, "xml:lang");
      }
      const bool is_status = name == "termNote" || name == "administrativeStatus";
      if (ends && name == "term") terms_.push_back({language, text.text(), {}});
      if (ends && is_in_status && !terms_.empty()) terms_.back().status = text.text();
      if (starts && (name == "term" || is_status)) text.begin();
      if (name == "term" && (starts || ends)) is_in_term = starts;
      if (is_status && (starts || ends)) {
        const auto type = attribute_of(token->bytes, "type");
        is_in_status = starts && (name != "termNote" || type == "administrativeStatus");
      }
      if (is_in_term || is_in_status) text.take(*token);
    }
  }

  /// Pairs each source-language term with the preferred term in the target language.
  std::vector<Glossary::Term> pairs(const text::GlossaryLanguages& languages) const {
    const Term* target = nullptr;
    for (const auto& term : terms_) {
      if (!is_language(term.language, languages.target)) continue;
      if (target == nullptr || term.rank() > target->rank()) target = &term;
    }
    std::vector<Glossary::Term> pairs;
    if (target == nullptr) return pairs;
    for (const auto& term : terms_) {
      if (is_language(term.language, languages.source)) pairs.push_back({term.text, target->text});
    }
    return pairs;
  }

 private:
  struct Term {
    std::string language, text, status;

    /// The term's rank, based on how strongly the file recommends it.
    int rank() const {
      if (status.starts_with("preferred")) return 2;
      return status.starts_with("deprecated") || status.starts_with("superseded") ? 0 : 1;
    }
  };

  std::vector<Term> terms_;
};

Terms read_tbx(const std::string& path, const text::GlossaryLanguages& languages) {
  XmlElements concepts(open_bytes(path), path, "TBX", {"termEntry", "conceptEntry"},
                       [](std::string_view) {});
  Terms terms;
  for (std::string element; concepts.next(element);) {
    const auto place = place_of(path, concepts.line());
    try {
      for (auto& pair : Concept(element).pairs(languages)) terms.add(std::move(pair), place);
    } catch (const serve::MalformedXml& error) {
      throw Error(why_malformed(error), place, "write well-formed XML");
    }
  }
  if (terms.terms.empty()) {
    throw Error(str("has no concept with terms in ", languages.source, " and ", languages.target),
                path, "put its terms into <termEntry> or <conceptEntry>, with xml:lang");
  }
  return terms;
}

/// Reports overlaps: terms often contain each other, and users can check that this is intended.
void tell_overlaps(const Glossary& glossary) {
  constexpr size_t kMost = 5;
  const auto overlaps = glossary.overlaps();
  for (size_t i = 0; i < std::min(overlaps.size(), kMost); ++i) {
    log_info(overlaps[i].longer, " contains ", overlaps[i].shorter,
             ": where terms overlap in a text, the longest is used");
  }
  if (overlaps.size() > kMost) log_info("... and ", overlaps.size() - kMost, " more overlaps");
}

}  // namespace

text::Glossary load_glossary(const std::string& path, const text::GlossaryLanguages& languages) {
  const auto name = lower_ascii(path);
  const auto load = [&] {
    if (!name.ends_with(".csv") && !name.ends_with(".tbx")) return Glossary::load(path, languages);
    auto [terms, places] =
        name.ends_with(".csv") ? read_table(path, languages) : read_tbx(path, languages);
    return Glossary::of(std::move(terms), languages, std::move(places));
  };
  auto glossary = load();
  tell_overlaps(glossary);
  return glossary;
}

text::TranslationMemory load_memory(const std::string& path,
                                    const text::GlossaryLanguages& languages) {
  if (!is_file_of_pairs(path)) {
    throw Error(
        "is not a translation memory", path,
        "name a file of texts with their translations: TMX, XLIFF, PO, MO, CSV, or lines of "
        "source<TAB>target");
  }
  const auto reader = open_pairs({path}, {.source_language = languages.source,
                                          .target_language = languages.target,
                                          .keeps_codes = true});
  std::vector<text::TranslationMemory::Entry> entries;
  int64_t left_out = 0;
  for (Pair pair; reader->next(pair);) {
    const auto readings = pair.state == Pair::State::whole ? readings_of(pair.source, pair.target)
                                                           : std::vector<CodedPair>();
    const auto has_texts = [](const CodedPair& reading) {
      return !trimmed(reading.source).empty() && !trimmed(reading.target).empty();
    };
    left_out += std::ranges::none_of(readings, has_texts) ? 1 : 0;
    for (const auto& reading : readings) {
      if (has_texts(reading)) entries.push_back({reading.source, reading.target});
    }
  }
  if (entries.empty()) {
    throw Error(str("has no translations from ", languages.source, " to ", languages.target), path,
                "check its languages, and that its translations are not drafts");
  }
  if (left_out > 0) {
    log_info(path, ": ", left_out, " entries without a finished translation are left out");
  }
  return text::TranslationMemory(std::move(entries));
}

}  // namespace regard::bitext
