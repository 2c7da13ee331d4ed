#include "serve/glossaries.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <utility>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "serve/answer_cache.h"
#include "serve/fields.h"
#include "serve/http_message.h"
#include "serve/languages.h"
#include "serve/limits.h"

namespace regard::serve {
namespace {

using Row = std::vector<std::string>;

[[noreturn]] void refuse(size_t line, std::string_view what) {
  throw Refusal(400, str("Invalid glossary entries provided: line ", line, ' ', what));
}

/// Reads comma-separated values from their beginning to their end.
class CsvReader {
 public:
  explicit CsvReader(std::string_view rest) : rest_(rest) {}

  bool has_more() const { return !rest_.empty(); }
  size_t line() const { return line_; }  ///< line number of the next row

  Row next_row() {
    Row row;
    do {
      row.push_back(rest_.starts_with('"') ? quoted() : plain());
    } while (take(","));
    if (!rest_.empty() && !take("\r\n") && !take("\n")) {
      refuse(line_, "has characters after a closing quotation mark");
    }
    ++line_;
    return row;
  }

 private:
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  std::string plain() {
    auto value = rest_.substr(0, rest_.find_first_of(",\n"));
    if (value.find('"') != std::string_view::npos) {
      refuse(line_, "has a quotation mark in an unquoted field");
    }
    if (rest_.substr(value.size()).starts_with('\n') && value.ends_with('\r')) {
      value.remove_suffix(1);
    }
    rest_.remove_prefix(value.size());
    return std::string(value);
  }

  /// Reads a quoted value, in which two quotation marks stand for one.
  std::string quoted() {
    std::string value;
    rest_.remove_prefix(1);
    while (true) {
      const size_t mark = rest_.find('"');
      if (mark == std::string_view::npos) refuse(line_, "has an unclosed quotation mark");
      value += rest_.substr(0, mark);
      rest_.remove_prefix(mark + 1);
      if (!take("\"")) return value;
      value += '"';
    }
  }

  std::string_view rest_;
  size_t line_ = 1;
};

bool is_empty(const Row& row) { return row.size() == 1 && row[0].empty(); }

/// Adds a term unless `terms` has it: official clients reject a dictionary that repeats a term.
void add_term(const Row& row, size_t line, std::vector<text::Glossary::Term>& terms,
              std::map<std::string, std::string>& known) {
  for (size_t column = 0; column < 2; ++column) {
    if (row[column].find_first_of("\t\r\n") != std::string::npos) {
      refuse(line, "has a term with a tab or a line break");
    }
    if (trimmed(row[column]).empty()) {
      refuse(line, column == 0 ? "has an empty term" : "has an empty translation");
    }
  }
  text::Glossary::Term term = {.source = std::string(trimmed(row[0])),
                               .target = std::string(trimmed(row[1]))};
  const auto [first, is_new] = known.emplace(term.source, term.target);
  if (is_new || first->second != term.target) terms.push_back(std::move(term));
}

std::vector<text::Glossary::Term> read_csv(std::string_view entries, const Direction& direction) {
  std::vector<text::Glossary::Term> terms;
  std::map<std::string, std::string> known;
  for (CsvReader reader(entries); reader.has_more();) {
    const size_t line = reader.line();
    const auto row = reader.next_row();
    if (is_empty(row)) continue;
    if (row.size() != 2 && row.size() != 4) {
      refuse(line, str("has ", row.size(), " columns, but must have 2 or 4"));
    }
    if (row.size() == 4 && (base_language(row[2]) != base_language(direction.source) ||
                            base_language(row[3]) != base_language(direction.target))) {
      refuse(line, "has languages other than the glossary's");
    }
    add_term(row, line, terms, known);
  }
  return terms;
}

std::vector<text::Glossary::Term> read_tsv(std::string_view entries) {
  std::vector<text::Glossary::Term> terms;
  std::map<std::string, std::string> known;
  for (size_t line = 1; !entries.empty(); ++line) {
    auto text = entries.substr(0, entries.find('\n'));
    entries.remove_prefix(std::min(text.size() + 1, entries.size()));
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.empty()) continue;
    Row row;
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find('\t', begin), text.size());
      row.emplace_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (row.size() != 2) {
      refuse(line, str("has ", row.size(), " columns, but must have a term and its translation"));
    }
    add_term(row, line, terms, known);
  }
  return terms;
}

}  // namespace

std::vector<text::Glossary::Term> read_entries(std::string_view entries, std::string_view format,
                                               const Direction& direction) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (entries.starts_with(kByteOrderMark)) entries.remove_prefix(kByteOrderMark.size());
  if (format == "tsv") return read_tsv(entries);
  if (format == "csv") return read_csv(entries, direction);
  throw Refusal(400, "Value for 'entries_format' not supported.");
}

std::string written_entries(const text::Glossary& glossary) {
  std::string lines;
  for (const auto& term : glossary.terms()) {
    lines += (lines.empty() ? "" : "\n") + term.source + '\t' + term.target;
  }
  return lines;
}

namespace {

/// The time, with fractions of a second, as clients expect.
std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const auto length = std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S.000000Z", &parts);
  return {text, length};
}

/// A new id of 8-4-4-4-12 digits, as clients expect.
std::string new_glossary_id() {
  auto id = random_name();
  for (const size_t position : {8, 13, 18, 23}) id.insert(position, "-");
  return id;
}

auto entry_with(const std::string& id, const std::string& owner) {
  return [&](const Glossaries::Entry& entry) { return entry.id == id && entry.owner == owner; };
}

size_t bytes_of(const Glossaries::Entry& entry) {
  size_t bytes = sizeof(entry) + entry.name.size();
  for (const auto& dictionary : entry.dictionaries) {
    for (const auto& term : dictionary.glossary->terms()) {
      bytes += sizeof(term) + term.source.size() + term.target.size();
    }
  }
  return bytes;
}

}  // namespace

const Glossaries::Dictionary* Glossaries::Entry::dictionary(const std::string& source,
                                                            const std::string& target) const {
  const auto found = std::ranges::find_if(dictionaries, [&](const Dictionary& one) {
    return one.source == source && one.target == target;
  });
  return found == dictionaries.end() ? nullptr : &*found;
}

void Glossaries::Entry::put(Dictionary dictionary) {
  for (auto& one : dictionaries) {
    if (one.source != dictionary.source || one.target != dictionary.target) continue;
    one = std::move(dictionary);
    return;
  }
  dictionaries.push_back(std::move(dictionary));
}

void check_glossary(const text::Glossary& glossary) {
  const auto terms = glossary.terms().size();
  if (terms > bounds::kGlossaryTerms) {
    throw Refusal(400, str("the glossary has ", terms, " entries, but may have at most ",
                           bounds::kGlossaryTerms));
  }
  size_t bytes = 0;
  for (const auto& term : glossary.terms()) {
    refuse_null_character(term.source, "a term");
    refuse_null_character(term.target, "a term's translation");
    bytes += term.source.size() + term.target.size();
  }
  if (bytes > bounds::kGlossaryBytes) {
    throw Refusal(400, str("the glossary has ", bytes, " bytes, but may have at most ",
                           bounds::kGlossaryBytes));
  }
}

void Glossaries::check(const Entry& entry, const Entry* old) const {
  if (entry.name.empty() || entry.name.size() > bounds::kNameBytes) {
    throw Refusal(400, str("the name of the glossary has ", entry.name.size(),
                           " bytes, but must have 1 to ", bounds::kNameBytes));
  }
  for (const auto& dictionary : entry.dictionaries) {
    if (dictionary.glossary->terms().empty()) throw Refusal(400, "the glossary has no entries");
    check_glossary(*dictionary.glossary);
  }
  check_limits(entry, old);
}

/// Throws Refusal (456) if the entry would exceed a limit.
void Glossaries::check_limits(const Entry& entry, const Entry* old) const {
  size_t count = 0, count_of_client = 0, bytes = bytes_of(entry), bytes_of_client = bytes;
  for (const auto& other : entries_) {
    if (&other == old) continue;
    ++count;
    bytes += bytes_of(other);
    if (other.client != entry.client || other.owner != entry.owner) continue;
    ++count_of_client;
    bytes_of_client += bytes_of(other);
  }
  const bool is_full =
      count >= bounds::kGlossaries || count_of_client >= bounds::kGlossariesOfClient ||
      bytes > bounds::kGlossaryStoreBytes || bytes_of_client > bounds::kGlossaryStoreBytesOfClient;
  if (!is_full) return;
  throw Refusal(456, str("too many glossaries: ", count_of_client, " of the ", count,
                         " stored are yours; delete one"));
}

Glossaries::Glossaries(std::string file) : file_(std::move(file)) {
  if (file_.empty() || !is_there(file_)) return;
  entries_ = read_glossaries(read_file(file_, 2 * bounds::kGlossaryStoreBytes), file_);
}

/// Writes the file. If that fails, the glossaries stay in memory.
void Glossaries::save() const {
  if (file_.empty()) return;
  try {
    write_file_atomically(file_, written_glossaries(entries_));
  } catch (const Error& error) {
    log_warning("the glossaries cannot be saved: ", error.what());
  }
}

Glossaries::Entry Glossaries::add(Entry entry) {
  if (entry.dictionaries.empty()) throw Refusal(400, "the glossary has no dictionaries");
  const std::lock_guard lock(mutex_);
  check(entry, nullptr);
  entry.id = new_glossary_id();
  entry.created = time_now();
  entries_.push_back(entry);
  save();
  return entry;
}

std::vector<Glossaries::Entry> Glossaries::of(const std::string& owner) const {
  const std::lock_guard lock(mutex_);
  std::vector<Entry> found;
  std::ranges::copy_if(entries_, std::back_inserter(found),
                       [&](const Entry& entry) { return entry.owner == owner; });
  return found;
}

Glossaries::Entry Glossaries::find(const std::string& id, const std::string& owner) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(entries_, entry_with(id, owner));
  if (found == entries_.end()) throw Refusal(404, "no glossary has this id");
  return *found;
}

Glossaries::Entry Glossaries::change(const std::string& id, const std::string& owner,
                                     const std::function<void(Entry&)>& change) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(entries_, entry_with(id, owner));
  if (found == entries_.end()) throw Refusal(404, "no glossary has this id");
  auto changed = *found;
  change(changed);
  check(changed, &*found);
  *found = changed;
  save();
  return changed;
}

void Glossaries::remove(const std::string& id, const std::string& owner) {
  const std::lock_guard lock(mutex_);
  if (std::erase_if(entries_, entry_with(id, owner)) == 0) {
    throw Refusal(404, "no glossary has this id");
  }
  save();
}

}  // namespace regard::serve
