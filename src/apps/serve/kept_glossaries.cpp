// Writes and reads the file in which a server keeps its clients' glossaries.
#include <nlohmann/json.hpp>
#include <utility>

#include "regard/base/error.h"
#include "serve/glossaries.h"

namespace regard::serve {
namespace {

using nlohmann::json;

constexpr auto kFormat = "regard glossaries 1";

json to_json(const Glossaries::Dictionary& dictionary) {
  json terms = json::array();
  for (const auto& term : dictionary.glossary->terms()) terms.push_back({term.source, term.target});
  return {
      {"source", dictionary.source}, {"target", dictionary.target}, {"terms", std::move(terms)}};
}

Glossaries::Dictionary dictionary_of(const json& row) {
  const text::GlossaryLanguages languages = {.source = row.at("source"),
                                             .target = row.at("target")};
  std::vector<text::Glossary::Term> terms;
  for (const auto& term : row.at("terms")) terms.push_back({term.at(0), term.at(1)});
  return {.source = languages.source,
          .target = languages.target,
          .glossary = std::make_shared<const text::Glossary>(
              text::Glossary::of(std::move(terms), languages))};
}

}  // namespace

std::string written_glossaries(const std::deque<Glossaries::Entry>& entries) {
  json rows = json::array();
  for (const auto& entry : entries) {
    json dictionaries = json::array();
    for (const auto& dictionary : entry.dictionaries) dictionaries.push_back(to_json(dictionary));
    rows.push_back({{"id", entry.id},
                    {"name", entry.name},
                    {"created", entry.created},
                    {"owner", entry.owner},
                    {"client", entry.client},
                    {"dictionaries", std::move(dictionaries)}});
  }
  const json file = {{"format", kFormat}, {"glossaries", std::move(rows)}};
  return file.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

std::deque<Glossaries::Entry> read_glossaries(const std::string& text, const std::string& path) {
  try {
    const auto file = json::parse(text);
    std::deque<Glossaries::Entry> entries;
    if (file.at("format") != kFormat) throw Error("has a different version");
    for (const auto& row : file.at("glossaries")) {
      Glossaries::Entry entry{.id = row.at("id"),
                              .name = row.at("name"),
                              .created = row.at("created"),
                              .owner = row.at("owner"),
                              .dictionaries = {},
                              .client = row.at("client")};
      for (const auto& one : row.at("dictionaries")) {
        entry.dictionaries.push_back(dictionary_of(one));
      }
      entries.push_back(std::move(entry));
    }
    return entries;
  } catch (const std::exception&) {
    throw Error("is not a file of glossaries that regard serve has written", path,
                "name another file, or move this file away");
  }
}

}  // namespace regard::serve
