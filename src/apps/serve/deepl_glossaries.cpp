// Glossaries in DeepL's API: those of v2 have one direction each, and those of v3 several.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "regard/base/str.h"
#include "serve/adapters.h"
#include "serve/fields.h"
#include "serve/glossaries.h"
#include "serve/request_body.h"
#include "serve/text_translation.h"

namespace regard::serve {
namespace {

using nlohmann::json;

/// The parts of a path after its prefix: "ID" and "", or "ID" and "entries".
struct GlossaryPath {
  std::string id, part;
};
GlossaryPath path_of_glossary(const HttpRequest& request) {
  constexpr std::string_view kBegin = "/v2/glossaries/";  // as long as the prefix of v3
  const auto rest = request.path.substr(kBegin.size());
  const auto id = rest.substr(0, rest.find('/'));
  return {.id = id, .part = rest.substr(std::min(id.size() + 1, rest.size()))};
}

[[noreturn]] void refuse_part() { throw Refusal(404, "unknown path"); }

json dictionary_facts(const Glossaries::Dictionary& dictionary) {
  return {{"source_lang", dictionary.source},
          {"target_lang", dictionary.target},
          {"entry_count", dictionary.glossary->terms().size()}};
}

json facts(const Glossaries::Entry& entry) {
  json dictionaries = json::array();
  for (const auto& one : entry.dictionaries) dictionaries.push_back(dictionary_facts(one));
  return {{"glossary_id", entry.id},
          {"name", entry.name},
          {"dictionaries", std::move(dictionaries)},
          {"creation_time", entry.created}};
}

/// The facts about a glossary for v2. Clients of v3 may have deleted its dictionaries.
json facts_of_v2(const Glossaries::Entry& entry) {
  if (entry.dictionaries.empty()) throw Refusal(404, "the glossary has no dictionaries");
  auto row = dictionary_facts(entry.dictionaries.front());
  row.update({{"glossary_id", entry.id},
              {"name", entry.name},
              {"ready", true},
              {"creation_time", entry.created}});
  return row;
}

/// The direction that the fields name.
Direction direction_of(const Service& service, const Fields& fields) {
  return {.source = needed_deepl_language(service, fields, "source_lang"),
          .target = needed_deepl_language(service, fields, "target_lang")};
}

Glossaries::Dictionary read_dictionary(Service& service, const Fields& fields) {
  const auto direction = direction_of(service, fields);
  if (model_for(service, direction.source, direction.target) == nullptr) {
    throw Refusal(400, "A glossary needs two languages.");
  }
  const auto format = fields.text("entries_format").value_or("tsv");
  auto terms = read_entries(fields.text("entries").value_or(""), format, direction);
  return {.source = direction.source,
          .target = direction.target,
          .glossary = std::make_shared<const text::Glossary>(
              text::Glossary::of(std::move(terms), {direction.source, direction.target}))};
}

std::optional<HttpResponse> pairs(Service& service, const HttpRequest& request, Responder&) {
  check_deepl_client(service, request, Fields::of(request), 0.0);
  json rows = json::array();
  for (const auto& model : service.models.all()) {
    json row = {{"source_lang", model->source()}, {"target_lang", model->target()}};
    if (std::ranges::find(rows, row) == rows.end()) rows.push_back(std::move(row));
  }
  return json_response(json_text({{"supported_languages", std::move(rows)}}));
}

std::optional<HttpResponse> create_v2(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  const auto* key = check_deepl_client(service, request, fields, 1.0);
  const auto name = fields.text("name").value_or("");
  if (name.empty()) throw Refusal(400, "Parameter 'name' not specified.");
  const auto entry = service.glossaries.add({.id = {},
                                             .name = name,
                                             .created = {},
                                             .owner = owner_of(key),
                                             .dictionaries = {read_dictionary(service, fields)},
                                             .client = client_of(request, key)});
  return json_response(json_text(facts_of_v2(entry)), 201);
}

std::optional<HttpResponse> list_v2(Service& service, const HttpRequest& request, Responder&) {
  const auto* key = check_deepl_client(service, request, Fields::of(request), 0.0);
  json rows = json::array();
  for (const auto& entry : service.glossaries.of(owner_of(key))) {
    if (entry.dictionaries.size() == 1) rows.push_back(facts_of_v2(entry));
  }
  return json_response(json_text({{"glossaries", std::move(rows)}}));
}

std::optional<HttpResponse> one_v2(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  const auto owner = owner_of(check_deepl_client(service, request, fields, 0.0));
  const auto [id, part] = path_of_glossary(request);
  if (request.method == "DELETE") {
    if (!part.empty()) refuse_part();
    service.glossaries.remove(id, owner);
    return HttpResponse{.status = 204, .content_type = {}};
  }
  const auto entry = service.glossaries.find(id, owner);
  const auto row = facts_of_v2(entry);
  if (part.empty()) return json_response(json_text(row));
  if (part != "entries") refuse_part();
  return HttpResponse{.content_type = "text/tab-separated-values; charset=utf-8",
                      .body = written_entries(*entry.dictionaries.front().glossary)};
}

/// The dictionaries in the field "dictionaries".
std::vector<Glossaries::Dictionary> dictionaries_of(Service& service, const Fields& fields) {
  std::vector<Glossaries::Dictionary> dictionaries;
  for (const auto& one : fields.objects("dictionaries")) {
    auto dictionary = read_dictionary(service, one);
    const auto is_same = [&](const auto& other) {
      return other.source == dictionary.source && other.target == dictionary.target;
    };
    if (std::ranges::any_of(dictionaries, is_same)) {
      throw Refusal(400, str("There are two dictionaries from ", dictionary.source, " to ",
                             dictionary.target, "."));
    }
    dictionaries.push_back(std::move(dictionary));
  }
  return dictionaries;
}

std::optional<HttpResponse> create(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  const auto* key = check_deepl_client(service, request, fields, 1.0);
  const auto name = fields.text("name").value_or("");
  if (name.empty()) throw Refusal(400, "Parameter 'name' not specified.");
  const auto entry = service.glossaries.add({.id = {},
                                             .name = name,
                                             .created = {},
                                             .owner = owner_of(key),
                                             .dictionaries = dictionaries_of(service, fields),
                                             .client = client_of(request, key)});
  return json_response(json_text(facts(entry)), 201);
}

std::optional<HttpResponse> list(Service& service, const HttpRequest& request, Responder&) {
  const auto* key = check_deepl_client(service, request, Fields::of(request), 0.0);
  json rows = json::array();
  for (const auto& entry : service.glossaries.of(owner_of(key))) rows.push_back(facts(entry));
  return json_response(json_text({{"glossaries", std::move(rows)}}));
}

/// Answers with the glossary, or with the entries of one of its dictionaries.
std::optional<HttpResponse> one(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  const auto owner = owner_of(check_deepl_client(service, request, fields, 0.0));
  const auto [id, part] = path_of_glossary(request);
  const auto entry = service.glossaries.find(id, owner);
  if (part.empty()) return json_response(json_text(facts(entry)));
  if (part != "entries") refuse_part();
  const auto [source, target] = direction_of(service, fields);
  const auto* dictionary = entry.dictionary(source, target);
  if (dictionary == nullptr) throw Refusal(404, "the glossary has no such dictionary");
  const json row = {{"source_lang", source},
                    {"target_lang", target},
                    {"entries", written_entries(*dictionary->glossary)},
                    {"entries_format", "tsv"}};
  return json_response(json_text({{"dictionaries", json::array({row})}}));
}

/// The terms of `first` that `added` lacks, followed by those of `added`.
Glossaries::Dictionary merged(const Glossaries::Dictionary& first, Glossaries::Dictionary added) {
  std::vector<text::Glossary::Term> terms = added.glossary->terms();
  std::vector<std::string> known;
  for (const auto& term : terms) known.push_back(term.source);
  std::ranges::sort(known);
  for (const auto& term : first.glossary->terms()) {
    if (!std::ranges::binary_search(known, term.source)) terms.push_back(term);
  }
  added.glossary = std::make_shared<const text::Glossary>(
      text::Glossary::of(std::move(terms), {added.source, added.target}));
  return added;
}

/// Changes the name, adds entries, or both.
std::optional<HttpResponse> edit(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  const auto owner = owner_of(check_deepl_client(service, request, fields, 1.0));
  const auto [id, part] = path_of_glossary(request);
  if (!part.empty()) refuse_part();
  auto dictionaries = dictionaries_of(service, fields);
  const auto name = fields.text("name").value_or("");
  if (name.empty() && dictionaries.empty()) {
    throw Refusal(400, "Parameter 'name' or 'dictionaries' not specified.");
  }
  const auto entry = service.glossaries.change(id, owner, [&](Glossaries::Entry& changed) {
    if (!name.empty()) changed.name = name;
    for (auto& added : dictionaries) {
      const auto* old = changed.dictionary(added.source, added.target);
      changed.put(old == nullptr ? std::move(added) : merged(*old, std::move(added)));
    }
  });
  return json_response(json_text(facts(entry)));
}

/// Replaces the dictionary of one direction.
std::optional<HttpResponse> put(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  const auto owner = owner_of(check_deepl_client(service, request, fields, 1.0));
  const auto [id, part] = path_of_glossary(request);
  if (part != "dictionaries") refuse_part();
  const auto dictionary = read_dictionary(service, fields);
  service.glossaries.change(id, owner,
                            [&](Glossaries::Entry& changed) { changed.put(dictionary); });
  return json_response(json_text(dictionary_facts(dictionary)));
}

/// Deletes the glossary, or one of its dictionaries.
std::optional<HttpResponse> remove(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  const auto owner = owner_of(check_deepl_client(service, request, fields, 0.0));
  const auto [id, part] = path_of_glossary(request);
  if (part.empty()) {
    service.glossaries.remove(id, owner);
    return HttpResponse{.status = 204, .content_type = {}};
  }
  if (part != "dictionaries") refuse_part();
  const auto direction = direction_of(service, fields);
  service.glossaries.change(id, owner, [&](Glossaries::Entry& changed) {
    const auto is_it = [&](const auto& one) {
      return one.source == direction.source && one.target == direction.target;
    };
    if (std::erase_if(changed.dictionaries, is_it) == 0) {
      throw Refusal(404, "the glossary has no such dictionary");
    }
  });
  return HttpResponse{.status = 204, .content_type = {}};
}

}  // namespace

std::vector<Route> deepl_glossary_routes() {
  return {
      {.method = "GET",
       .path = "/v2/glossary-language-pairs",
       .answer = pairs,
       .takes_time = false},
      {.method = "POST", .path = "/v2/glossaries", .answer = create_v2},
      {.method = "GET", .path = "/v2/glossaries", .answer = list_v2},
      {.method = "GET", .path = "/v2/glossaries/*", .answer = one_v2},
      {.method = "DELETE", .path = "/v2/glossaries/*", .answer = one_v2},
      {.method = "POST", .path = "/v3/glossaries", .answer = create},
      {.method = "GET", .path = "/v3/glossaries", .answer = list},
      {.method = "GET", .path = "/v3/glossaries/*", .answer = one},
      {.method = "PATCH", .path = "/v3/glossaries/*", .answer = edit},
      {.method = "PUT", .path = "/v3/glossaries/*", .answer = put},
      {.method = "DELETE", .path = "/v3/glossaries/*", .answer = remove},
  };
}

}  // namespace regard::serve
