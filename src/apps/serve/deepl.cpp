#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "serve/adapters.h"
#include "serve/fields.h"
#include "serve/languages.h"
#include "serve/request_body.h"
#include "serve/text_translation.h"

// The interface of DeepL's API v2: paths and fields as its clients know them.
namespace regard::serve {
namespace {

using nlohmann::json;

std::optional<HttpResponse> translate(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request, service.options.batch_limit);
  TextRequest wanted{.texts = fields.texts("text"), .source = {}, .target = {}};
  const auto* key = check_deepl_client(
      service, request, fields, static_cast<double>(std::max<size_t>(wanted.texts.size(), 1)));
  if (wanted.texts.empty()) throw Refusal(400, "Parameter 'text' not specified.");
  wanted.target = needed_deepl_language(service, fields, "target_lang");
  wanted.source = deepl_language(service, fields, "source_lang");
  if (wanted.source.empty()) wanted.source = "auto";
  service.check_size(wanted.texts);
  check_deepl_style(fields);
  wanted.glossary = deepl_glossary(service, fields, owner_of(key), wanted.source, wanted.target);
  read_deepl_markup(fields, wanted);
  wanted.tag = fields.text("tag");
  const bool shows_characters = fields.flag("show_billed_characters");

  json translations = json::array();
  auto items = translate_texts(service, wanted, service.deadline(request));
  for (size_t number = 0; number < items.size(); ++number) {
    json row = {{"detected_source_language", upper_ascii(items[number].language.language)},
                {"text", std::move(items[number].text)}};
    if (shows_characters) row["billed_characters"] = characters_in({wanted.texts[number]});
    if (fields.has("model_type")) row["model_type_used"] = "latency_optimized";
    translations.push_back(std::move(row));
  }
  json answer = {{"translations", std::move(translations)}};
  // Models translate sentence by sentence, without context.
  if (!fields.text("context").value_or("").empty()) answer["ignored"] = {"context"};
  return json_response(json_text(answer));
}

/// A language into which models translate `language`, and from which they translate it back.
std::optional<std::string> way_back(const ServedModels& models, const std::string& language) {
  for (auto& other : models.sources_into(language)) {
    if (models.of_direction(language, other) != nullptr) return std::move(other);
  }
  return {};
}

/// Rephrases a text by translating it there and back.
std::optional<HttpResponse> rephrase(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request, service.options.batch_limit);
  const auto texts = fields.texts("text");
  check_deepl_client(service, request, fields,
                     2.0 * static_cast<double>(std::max<size_t>(texts.size(), 1)));
  if (texts.empty()) throw Refusal(400, "Parameter 'text' not specified.");
  service.check_size(texts);
  check_deepl_style(fields);
  auto language = deepl_language(service, fields, "target_lang");
  if (language.empty()) language = service.detector.detect(texts.front()).front().language;
  const auto between = way_back(service.models, language);
  if (!between) {
    throw Refusal(400, str("Value for 'target_lang' not supported: a text is rephrased by "
                           "translating it there and back, and this server lacks a model from or "
                           "into ",
                           language_name(language), "."));
  }
  const auto deadline = service.deadline(request);
  TextRequest step{.texts = texts, .source = language, .target = *between};
  auto there = translate_texts(service, step, deadline);
  for (size_t number = 0; number < texts.size(); ++number) {
    step.texts[number] = std::move(there[number].text);
  }
  std::swap(step.source, step.target);
  json improvements = json::array();
  for (auto& item : translate_texts(service, step, deadline)) {
    improvements.push_back({{"text", std::move(item.text)},
                            {"detected_source_language", lower_ascii(language)},
                            {"target_language", language}});
  }
  return json_response(json_text({{"improvements", std::move(improvements)}}));
}

struct LanguageRow {
  std::string code, name;
};

/// The rows of a target language: DeepL's clients reject EN and PT, which lack a region.
std::vector<LanguageRow> target_rows(const std::string& code) {
  if (code == "en") return {{"EN-GB", "English (British)"}, {"EN-US", "English (American)"}};
  if (code == "pt") {
    return {{"PT-BR", "Portuguese (Brazilian)"}, {"PT-PT", "Portuguese (European)"}};
  }
  return {{upper_ascii(code), language_name(code)}};
}

std::optional<HttpResponse> languages(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  check_deepl_client(service, request, fields, 0.0);
  const auto type = fields.text("type").value_or("");
  if (!type.empty() && type != "source" && type != "target") {
    throw Refusal(400, "Value for 'type' not supported.");
  }
  json rows = json::array();
  for (const auto& code : service.models.languages()) {
    const bool is_target =
        !service.models.sources_into(code).empty() || service.models.is_echoed(code);
    const bool is_source = service.models.targets_of(code).size() > 1;
    if (type == "target" ? !is_target : !is_source) continue;
    if (type != "target") {
      rows.push_back({{"language", upper_ascii(code)}, {"name", language_name(code)}});
      continue;
    }
    for (const auto& [language, name] : target_rows(code)) {
      rows.push_back({{"language", language}, {"name", name}, {"supports_formality", false}});
    }
  }
  return json_response(json_text(rows));
}

/// The answer about usage. Characters are not counted per month: rate limits apply instead.
std::optional<HttpResponse> usage(Service& service, const HttpRequest& request, Responder&) {
  if (request.body.empty()) {  // some clients send JSON's type without a body
    const auto query = read_form(request.query);
    const auto* key = first_value(query, "auth_key");
    check_client(service, request, 0.0, key == nullptr ? "" : *key);
  } else {
    check_deepl_client(service, request, Fields::of(request), 0.0);
  }
  return json_response(R"({"character_count":0,"character_limit":1000000000000})");
}

}  // namespace

std::vector<Route> deepl_routes() {
  std::vector<Route> routes = {
      {.method = "POST", .path = "/v2/translate", .answer = translate},
      {.method = "POST", .path = "/v2/write/rephrase", .answer = rephrase},
      {.method = "GET", .path = "/v2/languages", .answer = languages},
      {.method = "POST", .path = "/v2/languages", .answer = languages},
      {.method = "GET", .path = "/v2/usage", .answer = usage, .takes_time = false},
      {.method = "POST", .path = "/v2/usage", .answer = usage},
  };
  for (auto* more : {deepl_document_routes, deepl_glossary_routes}) {
    const auto added = more();
    routes.insert(routes.end(), added.begin(), added.end());
  }
  for (auto& route : routes) route.errors = ErrorShape::message;
  return routes;
}

}  // namespace regard::serve
