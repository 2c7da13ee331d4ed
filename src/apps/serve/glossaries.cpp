#include "serve/glossaries.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "regard/base/str.h"
#include "serve/kept_files.h"
#include "serve/null_character.h"
#include "serve/refusal.h"
#include "serve/request_bounds.h"

namespace regard::serve {
namespace {

/// With a fraction of a second, as clients expect a time.
std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const auto length = std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S.000000Z", &parts);
  return {text, length};
}

/// 8-4-4-4-12 digits, as clients expect an id.
std::string new_glossary_id() {
  auto id = random_name();
  for (const size_t place : {8, 13, 18, 23}) id.insert(place, "-");
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
    throw Refusal(
        400, str("the glossary has ", terms, " entries, but may have ", bounds::kGlossaryTerms));
  }
  size_t bytes = 0;
  for (const auto& term : glossary.terms()) {
    refuse_null_character(term.source, "a term");
    refuse_null_character(term.target, "a term's translation");
    bytes += term.source.size() + term.target.size();
  }
  if (bytes > bounds::kGlossaryBytes) {
    throw Refusal(400,
                  str("the glossary has ", bytes, " bytes, but may have ", bounds::kGlossaryBytes));
  }
}

void Glossaries::check(const Entry& entry, const Entry* old) const {
  if (entry.name.empty() || entry.name.size() > bounds::kNameBytes) {
    throw Refusal(400, str("the name of the glossary has ", entry.name.size(),
                           " bytes, but must have 1 to ", bounds::kNameBytes));
  }
  if (entry.dictionaries.empty()) throw Refusal(400, "the glossary has no dictionaries");
  for (const auto& dictionary : entry.dictionaries) {
    if (dictionary.glossary->terms().empty()) throw Refusal(400, "the glossary has no entries");
    check_glossary(*dictionary.glossary);
  }
  check_room(entry, old);
}

/// Throws Refusal (456) if there is no place for it.
void Glossaries::check_room(const Entry& entry, const Entry* old) const {
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
  throw Refusal(456, str("there is no place for another glossary: ", count_of_client,
                         " are yours, ", count, " are kept; delete one"));
}

Glossaries::Entry Glossaries::add(Entry entry) {
  const std::lock_guard lock(mutex_);
  check(entry, nullptr);
  entry.id = new_glossary_id();
  entry.created = time_now();
  entries_.push_back(entry);
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
  if (found == entries_.end()) throw Refusal(404, "there is no glossary of this id");
  return *found;
}

Glossaries::Entry Glossaries::change(const std::string& id, const std::string& owner,
                                     const std::function<void(Entry&)>& change) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(entries_, entry_with(id, owner));
  if (found == entries_.end()) throw Refusal(404, "there is no glossary of this id");
  auto changed = *found;
  change(changed);
  check(changed, &*found);
  *found = changed;
  return changed;
}

void Glossaries::remove(const std::string& id, const std::string& owner) {
  const std::lock_guard lock(mutex_);
  if (std::erase_if(entries_, entry_with(id, owner)) == 0) {
    throw Refusal(404, "there is no glossary of this id");
  }
}

}  // namespace regard::serve
