// The interface of DeepL's API v2: paths and fields as its clients know them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "regard/base/ascii.h"
#include "regard/base/str.h"
#include "serve/faces.h"
#include "serve/json_text.h"
#include "serve/language_names.h"
#include "serve/text_translation.h"

namespace regard::serve {
namespace {

using nlohmann::json;

std::string owner_of(const ApiKeys::Key* key) { return key == nullptr ? "" : key->name; }

/// A language that is served, whatever the region that the code names.
std::string language(const Service& service, const Fields& fields, const std::string& name) {
  const auto code = fields.text(name);
  if (!code) return {};
  const auto languages = service.models.languages();
  const auto base = base_language(*code);
  const auto found = std::ranges::find_if(
      languages, [&](const auto& served) { return base_language(served) == base; });
  if (found != languages.end()) return *found;
  throw Refusal(400, str("Value for '", name, "' not supported."));
}

std::optional<HttpResponse> translate(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  TextRequest wanted{.texts = fields.texts("text"), .source = {}, .target = {}};
  const auto* key =
      check_client(service, request, static_cast<double>(std::max<size_t>(wanted.texts.size(), 1)),
                   fields.text("auth_key"));
  if (wanted.texts.empty()) throw Refusal(400, "Parameter 'text' not specified.");
  wanted.target = language(service, fields, "target_lang");
  if (wanted.target.empty()) throw Refusal(400, "Value for 'target_lang' not specified.");
  wanted.source = language(service, fields, "source_lang");
  if (wanted.source.empty()) wanted.source = "auto";
  service.check_size(wanted.texts);
  if (const auto id = fields.text("glossary_id")) {
    const auto entry = service.glossaries.find(*id, owner_of(key));
    if (entry.source != wanted.source || entry.target != wanted.target) {
      throw Refusal(400, "The glossary is of other languages than the request.");
    }
    wanted.glossary = entry.glossary;
  }
  const auto markup = fields.text("tag_handling").value_or("");
  if (!markup.empty() && markup != "html" && markup != "xml") {
    throw Refusal(400, "Value for 'tag_handling' not supported.");
  }
  if (!markup.empty()) wanted.markup = markup == "xml" ? Markup::xml : Markup::html;
  const bool shows_characters = fields.flag("show_billed_characters");

  json translations = json::array();
  auto items = translate_texts(service, wanted, service.patience(request));
  for (size_t number = 0; number < items.size(); ++number) {
    json row = {{"detected_source_language", upper_ascii(items[number].language.language)},
                {"text", std::move(items[number].text)}};
    if (shows_characters) row["billed_characters"] = characters_in({wanted.texts[number]});
    translations.push_back(std::move(row));
  }
  return json_response(json_text({{"translations", std::move(translations)}}));
}

std::optional<HttpResponse> languages(Service& service, const HttpRequest& request, Responder&) {
  const auto type = Fields::of(request).text("type").value_or("source");
  if (type != "source" && type != "target") {
    throw Refusal(400, "Value for 'type' not supported.");
  }
  json rows = json::array();
  std::vector<std::string> codes;
  for (const auto& model : service.models.all()) {
    const auto& code = type == "source" ? model->source() : model->target();
    if (std::ranges::find(codes, code) != codes.end()) continue;
    codes.push_back(code);
    json row = {{"language", upper_ascii(code)}, {"name", language_name(code)}};
    if (type == "target") row["supports_formality"] = false;
    rows.push_back(std::move(row));
  }
  return json_response(json_text(rows));
}

/// Characters are not counted by month here: a rate limits them.
std::optional<HttpResponse> usage(Service& service, const HttpRequest& request, Responder&) {
  check_client(service, request, 0.0);
  return json_response(R"({"character_count":0,"character_limit":1000000000000})");
}

std::optional<HttpResponse> language_pairs(Service& service, const HttpRequest&, Responder&) {
  json pairs = json::array();
  for (const auto& model : service.models.all()) {
    pairs.push_back({{"source_lang", model->source()}, {"target_lang", model->target()}});
  }
  return json_response(json_text({{"supported_languages", std::move(pairs)}}));
}

json facts_of(const Glossaries::Entry& entry) {
  return {{"glossary_id", entry.id},
          {"name", entry.name},
          {"ready", true},
          {"source_lang", entry.source},
          {"target_lang", entry.target},
          {"creation_time", entry.created},
          {"entry_count", entry.glossary->terms().size()}};
}

/// Of tab- or comma-separated lines.
std::shared_ptr<const text::Glossary> glossary_of(const std::string& entries, char separator) {
  std::vector<text::Glossary::Term> terms;
  std::istringstream lines(entries);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto middle = line.find(separator);
    if (middle == std::string::npos || middle == 0 || middle + 1 == line.size()) {
      throw Refusal(400,
                    "Invalid glossary entries provided: each line is a term and its translation");
    }
    terms.push_back({line.substr(0, middle), line.substr(middle + 1)});
  }
  return std::make_shared<const text::Glossary>(std::move(terms));
}

std::optional<HttpResponse> create_glossary(Service& service, const HttpRequest& request,
                                            Responder&) {
  const auto fields = Fields::of(request);
  const auto* key = check_client(service, request, 1.0);
  const auto name = fields.text("name").value_or("");
  if (name.empty()) throw Refusal(400, "Parameter 'name' not specified.");
  const auto format = fields.text("entries_format").value_or("tsv");
  if (format != "tsv" && format != "csv") {
    throw Refusal(400, "Value for 'entries_format' not supported.");
  }
  const auto source = language(service, fields, "source_lang"),
             target = language(service, fields, "target_lang");
  model_for(service, source, target);
  const auto entry = service.glossaries.add(
      {.id = {},
       .name = name,
       .source = source,
       .target = target,
       .created = {},
       .owner = owner_of(key),
       .glossary = glossary_of(fields.text("entries").value_or(""), format == "tsv" ? '\t' : ',')});
  return json_response(json_text(facts_of(entry)), 201);
}

std::optional<HttpResponse> list_glossaries(Service& service, const HttpRequest& request,
                                            Responder&) {
  const auto* key = check_client(service, request, 0.0);
  json rows = json::array();
  for (const auto& entry : service.glossaries.of(owner_of(key))) rows.push_back(facts_of(entry));
  return json_response(json_text({{"glossaries", std::move(rows)}}));
}

std::optional<HttpResponse> one_glossary(Service& service, const HttpRequest& request, Responder&) {
  const auto* key = check_client(service, request, 0.0);
  constexpr std::string_view kBegin = "/v2/glossaries/", kEntries = "/entries";
  auto id = request.path.substr(kBegin.size());
  const bool wants_entries = id.ends_with(kEntries);
  if (wants_entries) id.resize(id.size() - kEntries.size());
  if (request.method == "DELETE") {
    service.glossaries.remove(id, owner_of(key));
    return HttpResponse{.status = 204, .content_type = {}};
  }
  const auto entry = service.glossaries.find(id, owner_of(key));
  if (!wants_entries) return json_response(json_text(facts_of(entry)));
  std::string lines;
  for (const auto& term : entry.glossary->terms()) {
    lines += (lines.empty() ? "" : "\n") + term.source + '\t' + term.target;
  }
  return HttpResponse{.content_type = "text/tab-separated-values; charset=utf-8",
                      .body = std::move(lines)};
}

}  // namespace

std::vector<Route> deepl_routes() {
  std::vector<Route> routes = {
      {.method = "POST", .path = "/v2/translate", .answer = translate},
      {.method = "GET", .path = "/v2/languages", .answer = languages, .takes_time = false},
      {.method = "POST", .path = "/v2/languages", .answer = languages, .takes_time = false},
      {.method = "GET", .path = "/v2/usage", .answer = usage, .takes_time = false},
      {.method = "POST", .path = "/v2/usage", .answer = usage, .takes_time = false},
      {.method = "GET",
       .path = "/v2/glossary-language-pairs",
       .answer = language_pairs,
       .takes_time = false},
      {.method = "POST", .path = "/v2/glossaries", .answer = create_glossary},
      {.method = "GET", .path = "/v2/glossaries", .answer = list_glossaries, .takes_time = false},
      {.method = "GET", .path = "/v2/glossaries/*", .answer = one_glossary, .takes_time = false},
      {.method = "DELETE", .path = "/v2/glossaries/*", .answer = one_glossary, .takes_time = false},
  };
  for (auto& route : routes) route.errors = ErrorShape::message;
  return routes;
}

}  // namespace regard::serve
