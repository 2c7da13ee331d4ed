#include <algorithm>
#include <iterator>
#include <map>
#include <queue>
#include <set>
#include <utility>

#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/text/glossary.h"
#include "text/characters.h"
#include "text/column_names.h"
#include "text/copied_items.h"
#include "text/line_reader.h"
#include "text/quoted_field.h"
#include "text/term_forms.h"

namespace regard::text {
namespace {

constexpr size_t kNone = static_cast<size_t>(-1);

/// The normalized form in which a term is matched.
std::u32string form_of(std::string_view source) {
  auto characters = FoldedText(source, FoldedText::Case::ignored).characters;
  if (characters.starts_with(U' ')) characters.erase(0, 1);
  if (characters.ends_with(U' ')) characters.pop_back();
  return characters;
}

/// Removes matches inside placeholders, URLs and file names, whose words are not text. A term that
/// is the whole item stays.
void erase_within_items(std::vector<Glossary::Match>& matches, std::string_view line) {
  const auto items = copied_items(line);
  std::erase_if(matches, [&](const Glossary::Match& match) {
    const auto item = std::ranges::upper_bound(items, match.begin, {}, &CopiedItem::end);
    return item != items.end() && item->begin < match.end &&
           (item->begin < match.begin || item->end > match.end);
  });
}

constexpr std::string_view kStays = "=";

}  // namespace

Glossary::Glossary(std::vector<Term> terms) : terms_(std::move(terms)) { read({}); }

Glossary Glossary::of(std::vector<Term> terms, const GlossaryLanguages& languages,
                      std::vector<std::string> places) {
  Glossary glossary;
  glossary.terms_ = std::move(terms);
  glossary.places_ = std::move(places);
  glossary.read(languages);
  return glossary;
}

/// Builds the sorted list of forms.
void Glossary::read(const GlossaryLanguages& languages) {
  for (size_t number = 0; number < terms_.size(); ++number) add_forms(number, languages);
  std::map<std::u32string, std::vector<size_t>> by_form;
  for (size_t number = 0; number < forms_of_terms_.size(); ++number) {
    const auto& [source, target] = forms_of_terms_[number];
    by_form[form_of(source)].push_back(number);
    const bool is_small = source == in_lower_case(source) && target == in_lower_case(target);
    in_capitals_.push_back(is_small ? Term{in_capitals(source), in_capitals(target)}
                                    : forms_of_terms_[number]);
  }
  std::vector<size_t> begun;  // forms, each a prefix of the next
  for (auto& [characters, numbers] : by_form) {
    drop_repeated(numbers);
    const size_t first = std::ranges::min(numbers);
    while (!begun.empty() && !characters.starts_with(forms_[begun.back()].characters)) {
      begun.pop_back();
    }
    forms_.push_back({characters, first, std::move(numbers), begun.empty() ? kNone : begun.back()});
    begun.push_back(forms_.size() - 1);
  }
}

/// The name of a term in messages: "term 3 of the glossary, 'key'".
std::string Glossary::named(size_t number) const {
  constexpr size_t kLongest = 40;
  const auto term = str('\'', terms_[number].source.substr(0, kLongest), '\'');
  return number < places_.size() ? term : str("term ", number + 1, " of the glossary, ", term, ',');
}

void Glossary::add_forms(size_t number, const GlossaryLanguages& languages) {
  auto& [source, target] = terms_[number];
  source = trimmed(source);
  target = trimmed(target);
  const auto refuse = [&](const std::string& problem, const std::string& remedy) {
    const auto where = number < places_.size() ? places_[number] : "";
    throw Error(str(named(number), ' ', problem), where, remedy);
  };
  const auto sources = forms_of_term(source), targets = forms_of_term(target);
  if (targets.size() != 1 && targets.size() != sources.size()) {
    refuse(str("has ", sources.size(), " forms, but ", targets.size(), " translations"),
           "write one translation, or one for each form");
  }
  for (size_t form = 0; form < sources.size(); ++form) {
    const auto& own = targets.size() == 1 ? targets.front() : targets[form];
    const auto from = without_marks(sources[form], languages.source);
    const auto to = own == kStays    ? from
                    : from.has_marks ? without_marks(own, languages.target)
                                     : MarkedForm{.singular = own};
    if (form_of(from.singular).empty() || form_of(to.singular).empty()) {
      refuse(str("or its translation '", own, "' has no words"), "write both");
    }
    if (const auto bytes = std::max(
            {from.plural.size(), from.singular.size(), to.singular.size(), to.plural.size()});
        bytes > kMostBytes) {
      refuse(str("has ", bytes, " bytes, but at most ", kMostBytes, " are allowed"),
             "write a term and its translation, not a text");
    }
    const auto add = [&](const std::string& one, const std::string& as, bool is_regular_plural) {
      forms_of_terms_.push_back({one, as});
      term_of_form_.push_back(number);
      is_regular_plural_.push_back(is_regular_plural);
    };
    add(from.singular, to.singular, false);
    if (from.has_marks && from.plural != from.singular) add(from.plural, to.plural, true);
  }
}

/// Sorts terms with the same form by source. Of terms with the same source, one is kept: preferably
/// an entry of the glossary rather than a generated plural, otherwise the first.
void Glossary::drop_repeated(std::vector<size_t>& numbers) const {
  const auto key = [&](size_t number) -> std::pair<const std::string&, bool> {
    return {forms_of_terms_[number].source, is_regular_plural_[number]};
  };
  std::ranges::stable_sort(numbers, [&](size_t a, size_t b) { return key(a) < key(b); });
  std::vector<size_t> kept;
  for (const size_t number : numbers) {
    const auto& [source, target] = forms_of_terms_[number];
    const bool is_repeated = !kept.empty() && forms_of_terms_[kept.back()].source == source;
    if (!is_repeated) {
      kept.push_back(number);
      continue;
    }
    const auto& other = forms_of_terms_[kept.back()];
    if (other.target == target || is_regular_plural_[number]) continue;
    const size_t first = term_of_form_[kept.back()], second = term_of_form_[number];
    const bool has_places = second < places_.size();
    throw Error(str(has_places ? "" : "the glossary has ", "the term '", source, "' ",
                    has_places ? "occurs " : "", "twice: as '", other.target, "'",
                    has_places ? str(" (", places_[first], ")") : "", " and as '", target, "'"),
                has_places ? places_[second] : "", "keep one of them");
  }
  numbers = std::move(kept);
}

Glossary Glossary::load(const std::string& path, const GlossaryLanguages& languages) {
  LineReader reader(path);
  std::vector<Term> terms;
  std::vector<std::string> places;
  bool may_name_columns = true;
  for (std::string line; reader.next(line);) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    const size_t tab = line.find('\t');
    const auto columns = 1 + std::ranges::count(line, '\t');
    if (columns != 2 || tab == 0 || tab + 1 == line.size()) {
      throw Error("is not a term and its translation with a tab between them", reader.where(),
                  line.front() == '#' ? "remove it: a glossary has no comments"
                  : columns > 2       ? str("remove its other columns: it has ", columns)
                                      : "write source<TAB>target");
    }
    const bool is_first = std::exchange(may_name_columns, false);
    if (is_first && name_columns(line.substr(0, tab), line.substr(tab + 1))) continue;
    const auto field = [](std::string text) {
      return without_spreadsheet_quotes(text).value_or(text);
    };
    terms.push_back({field(line.substr(0, tab)), field(line.substr(tab + 1))});
    places.push_back(reader.where());
  }
  return of(std::move(terms), languages, std::move(places));
}

/// The index of the longest form that `text` begins with; kNone if there is none.
size_t Glossary::longest_at(std::u32string_view text) const {
  const auto after = std::ranges::upper_bound(
      forms_, text, {}, [](const Form& form) -> std::u32string_view { return form.characters; });
  if (after == forms_.begin()) return kNone;
  // Forms that `text` begins with are prefixes of the last form before it.
  auto form = static_cast<size_t>(after - forms_.begin()) - 1;
  const auto& last = forms_[form].characters;
  const auto common = static_cast<size_t>(std::ranges::mismatch(last, text).in1 - last.begin());
  while (form != kNone && forms_[form].characters.size() > common) form = forms_[form].shorter;
  return form;
}

size_t Glossary::in_case(const Form& form, std::string_view written) const {
  const auto source = [&](size_t number) -> std::string_view {
    return forms_of_terms_[number].source;
  };
  const auto same = std::ranges::lower_bound(form.terms, written, {}, source);
  const bool is_same = same != form.terms.end() && source(*same) == written;
  return is_same ? *same : form.first;
}

namespace {

/// An occurrence of a form: characters `begin` to `end`.
struct Found {
  size_t begin, end, form;

  /// Whether `other` has priority: a longer match first, then an earlier one.
  bool operator<(const Found& other) const {
    return std::pair(end - begin, other.begin) < std::pair(other.end - other.begin, begin);
  }
};

/// Whether a word is in capitals, beyond a mere initial capital.
bool is_word_in_capitals(std::string_view word) {
  constexpr size_t kFewestLetters = 3;
  return decode_utf8(word).size() >= kFewestLetters && word == in_capitals(word) &&
         word != in_lower_case(word);
}

}  // namespace

std::vector<Glossary::Match> Glossary::in(std::string_view part, std::string_view line) const {
  if (forms_.empty()) return {};
  const FoldedText text(part, FoldedText::Case::ignored);
  const auto characters = std::u32string_view(text.characters);
  std::priority_queue<Found> candidates;
  /// Adds the longest of this form and its prefixes that ends at a word boundary no later
  /// than `last`.
  const auto add = [&](size_t at, size_t form, size_t last) {
    const auto end = [&] { return at + forms_[form].characters.size(); };
    while (form != kNone && (end() > last || !text.are_words(at, end()))) {
      form = forms_[form].shorter;
    }
    if (form != kNone) candidates.push({at, end(), form});
  };
  for (size_t at = 0; at < characters.size(); ++at) {
    if (text.are_words(at, at)) add(at, longest_at(characters.substr(at)), characters.size());
  }
  std::map<size_t, Found> taken;  // matches by beginning
  for (; !candidates.empty();) {
    const auto found = candidates.top();
    candidates.pop();
    const auto next = taken.lower_bound(found.begin);
    const bool begins_within = (next != taken.end() && next->first == found.begin) ||
                               (next != taken.begin() && std::prev(next)->second.end > found.begin);
    if (begins_within) continue;
    if (next != taken.end() && next->first < found.end) {
      add(found.begin, found.form, next->first);
    } else {
      taken.emplace(found.begin, found);
    }
  }
  if (taken.empty()) return {};
  const bool is_all_in_capitals = text::is_in_capitals(line);
  std::vector<Match> matches;
  for (const auto& [at, found] : taken) {
    const size_t begin = text.bytes[at], end = text.bytes[found.end];
    const auto written = part.substr(begin, end - begin);
    const size_t number = in_case(forms_[found.form], written);
    const bool is_in_capitals = !is_all_in_capitals && is_word_in_capitals(written) &&
                                written != forms_of_terms_[number].source;
    matches.push_back({begin, end, &(is_in_capitals ? in_capitals_ : forms_of_terms_)[number]});
  }
  erase_within_items(matches, part);
  return matches;
}

std::vector<Glossary::Overlap> Glossary::overlaps() const {
  std::set<std::pair<size_t, size_t>> pairs;
  for (const auto& form : forms_) {
    const size_t longer = term_of_form_[form.first];
    const FoldedText text(forms_of_terms_[form.first].source, FoldedText::Case::ignored);
    const auto characters = std::u32string_view(text.characters);
    for (size_t at = 0; at < characters.size(); ++at) {
      if (!text.are_words(at, at)) continue;
      for (size_t other = longest_at(characters.substr(at)); other != kNone;
           other = forms_[other].shorter) {
        const size_t shorter = term_of_form_[forms_[other].first];
        const bool is_part = text.are_words(at, at + forms_[other].characters.size());
        if (is_part && shorter != longer) pairs.emplace(longer, shorter);
      }
    }
  }
  const auto shown = [&](size_t number) {
    const auto place = number < places_.size() ? places_[number] + ": " : "";
    return str(place, '\'', terms_[number].source, '\'');
  };
  std::vector<Overlap> all;
  for (const auto& [longer, shorter] : pairs) all.push_back({shown(shorter), shown(longer)});
  return all;
}

}  // namespace regard::text
