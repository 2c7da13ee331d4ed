#include "serve/glossaries.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "regard/base/str.h"
#include "serve/kept_files.h"
#include "serve/refusal.h"

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

}  // namespace

Glossaries::Entry Glossaries::add(Entry entry) {
  const auto terms = entry.glossary->terms().size();
  if (terms == 0) throw Refusal(400, "the glossary has no entries");
  if (terms > kMostTerms) {
    throw Refusal(400, str("the glossary has ", terms, " entries, but may have ", kMostTerms));
  }
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= kMost) {
    throw Refusal(456, str("there are ", kMost, " glossaries already; delete one"));
  }
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

void Glossaries::remove(const std::string& id, const std::string& owner) {
  const std::lock_guard lock(mutex_);
  if (std::erase_if(entries_, entry_with(id, owner)) == 0) {
    throw Refusal(404, "there is no glossary of this id");
  }
}

}  // namespace regard::serve
