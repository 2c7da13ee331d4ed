// The API of LibreTranslate 1.9: paths, fields and error messages as its clients know them.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"
#include "documents/pdf_text.h"
#include "regard/base/str.h"
#include "serve/adapters.h"
#include "serve/client.h"
#include "serve/fields.h"
#include "serve/file_translation.h"
#include "serve/languages.h"
#include "serve/request_body.h"
#include "serve/text_translation.h"

namespace regard::serve {
namespace {

using nlohmann::json;

constexpr size_t kMostShown = 40;  // bytes of a client's input shown in an error

/// Wraps a route's answer so that its refusals begin like LibreTranslate's.
template <Route::Answer answer>
std::optional<HttpResponse> in_its_words(Service& service, const HttpRequest& request,
                                         Responder& responder) {
  try {
    return answer(service, request, responder);
  } catch (const MissingKey& missing) {
    throw Refusal(400, missing.what());
  } catch (const InvalidRequest& wrong) {
    throw Refusal(400, str("Invalid request: ", wrong.what()));
  }
}

std::string required(const Fields& fields, const std::string& name) {
  const auto text = fields.text(name);
  if (!text || text->empty()) {
    throw Refusal(400, str("Invalid request: missing ", name, " parameter"));
  }
  return *text;
}

json confidence(const LanguageDetector::Guess& guess) {
  return {{"confidence", std::round(guess.confidence * 1000.0) / 10.0},
          {"language", guess.language}};
}

int64_t alternatives_wanted(const Service& service, const Fields& fields) {
  int64_t wanted = 0;
  try {
    wanted = fields.is_flag("alternatives") ? static_cast<int64_t>(fields.flag("alternatives"))
                                            : fields.integer("alternatives").value_or(0);
  } catch (const Refusal&) {
    throw Refusal(400, "Invalid request: alternatives parameter is not a number");
  }
  const int64_t most = service.options.beam_limit - 1;
  if (wanted > most) {
    throw Refusal(400, str("Invalid request: alternatives parameter must be <= ", most));
  }
  return std::max<int64_t>(wanted, 0);
}

std::string language_or_auto(const Service& service, const std::string& code) {
  return lower_ascii(code) == "auto" ? "auto" : served_language(service, code);
}

std::optional<HttpResponse> translate_q(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request, service.options.batch_limit);
  if (is_of_deeplx(fields)) return translate_as_deeplx(service, request, fields);
  TextRequest wanted{.texts = fields.texts("q"), .source = {}, .target = {}};
  const auto* key =
      check_client(service, request, static_cast<double>(std::max<size_t>(wanted.texts.size(), 1)),
                   fields.key("api_key"));
  const bool is_list = fields.is_list("q");
  if (!fields.has("q") || (!is_list && wanted.texts.front().empty())) {
    throw Refusal(400, "Invalid request: missing q parameter");
  }
  wanted.source = required(fields, "source");
  wanted.target = required(fields, "target");
  wanted.alternatives = alternatives_wanted(service, fields);
  service.check_size(wanted.texts);
  wanted.source = language_or_auto(service, wanted.source);
  wanted.target = served_language(service, wanted.target);
  const auto format = lower_ascii(fields.text("format").value_or(""));
  if (!format.empty() && format != "text" && format != "html") {
    throw Refusal(400, str(format.substr(0, kMostShown), " format is not supported"));
  }
  if (format == "html") wanted.markup = Markup::html;
  wanted.tag = fields.text("tag");
  wanted.glossary = deepl_glossary(service, fields, owner_of(key), wanted.source, wanted.target);

  json texts = json::array(), alternatives = json::array(), detected = json::array();
  for (auto& item : translate_texts(service, wanted, service.deadline(request))) {
    texts.push_back(std::move(item.text));
    alternatives.push_back(std::move(item.alternatives));
    detected.push_back(confidence(item.language));
  }
  const auto one_or_all = [&](json& all) { return is_list ? std::move(all) : all.front(); };
  json answer = {{"translatedText", one_or_all(texts)}};
  if (wanted.source == "auto") answer["detectedLanguage"] = one_or_all(detected);
  if (wanted.alternatives > 0) answer["alternatives"] = one_or_all(alternatives);
  return json_response(json_text(answer));
}

std::optional<HttpResponse> detect(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request, service.options.batch_limit);
  check_client(service, request, 1.0, fields.key("api_key"));
  const auto texts = fields.texts("q");
  if (texts.empty()) throw Refusal(400, "Invalid request: missing q parameter");
  service.check_size(texts);
  std::string all;
  for (const auto& text : texts) all += text + "\n";
  auto found = service.detector.detect(all);
  // The target language that translation would assume.
  const auto& target = service.models.all().front()->target();
  if (found.front().confidence == 0.0) found = {language_of(service, all, target)};
  json guesses = json::array();
  for (const auto& guess : found) guesses.push_back(confidence(guess));
  return json_response(json_text(guesses));
}

json language_row(const std::string& code) {
  return {{"code", code}, {"name", language_name(code)}};
}

std::optional<HttpResponse> languages(Service& service, const HttpRequest&, Responder&) {
  json rows = json::array();
  for (const auto& code : service.models.languages()) {
    auto row = language_row(code);
    row["targets"] = service.models.targets_of(code);
    rows.push_back(std::move(row));
  }
  return json_response(json_text(rows));
}

std::optional<HttpResponse> settings(Service& service, const HttpRequest&, Responder&) {
  const auto& model = *service.models.all().front();
  auto suffixes = documents::suffixes();
  if (!documents::has_pdf_reader()) std::erase(suffixes, ".pdf");
  const json answer = {
      {"charLimit", service.options.char_limit},
      {"frontendTimeout", 500},
      {"apiKeys", !service.keys.is_empty()},
      {"keyRequired", service.options.require_key},
      {"suggestions", false},
      {"filesTranslation", true},
      {"supportedFilesFormat", std::move(suffixes)},
      {"language",
       {{"source", language_row(model.source())}, {"target", language_row(model.target())}}}};
  return json_response(json_text(answer));
}

std::optional<HttpResponse> translate_file(Service& service, const HttpRequest& request,
                                           Responder&) {
  const auto fields = Fields::of(request);
  const auto* client = check_client(service, request, cost_of_file(service, request.body.size()),
                                    fields.key("api_key"));
  const auto parts = read_multipart(request.header("Content-Type"), request.body);
  const auto* file = first_part(parts, "file");
  if (file == nullptr) throw Refusal(400, "Invalid request: missing file parameter");
  const auto source = required(fields, "source"), target = required(fields, "target");
  const auto name = file->filename.value_or("");
  if (name.empty()) throw Refusal(400, "Invalid request: empty file");
  const auto from = language_or_auto(service, source), to = served_language(service, target);
  const FileTranslation translation(
      service, {.file = sent_file(*file, name),
                .source = from,
                .target = to,
                .options = document_options(fields),
                .glossary = deepl_glossary(service, fields, owner_of(client), from, to),
                .tag = fields.text("tag"),
                .confidence = fields.flag("confidence")});
  auto translated = translation.run(service.file_deadline(request));
  const auto key = service.files.add(std::move(translated.file));
  const auto address =
      str(public_address(request, service.options.prefix), "/download_file/", percent_escaped(key));
  json answer = {{"translatedFileUrl", address}};
  if (!translated.warnings.empty()) answer["warnings"] = std::move(translated.warnings);
  return json_response(json_text(answer));
}

std::optional<HttpResponse> download_file(Service& service, const HttpRequest& request,
                                          Responder&) {
  const auto key = request.path.substr(request.path.rfind('/') + 1);
  auto file = service.files.find(unescaped(key));
  if (!file) throw Refusal(404, "Invalid filename");
  return download_of(std::move(*file));
}

std::optional<HttpResponse> suggest(Service&, const HttpRequest&, Responder&) {
  throw Refusal(403, "Suggestions are disabled on this server.");
}

}  // namespace

std::vector<Route> libretranslate_routes() {
  return {
      {.method = "POST", .path = "/translate", .answer = in_its_words<translate_q>},
      {.method = "POST", .path = "/detect", .answer = in_its_words<detect>},
      {.method = "GET", .path = "/languages", .answer = languages, .takes_time = false},
      {.method = "POST", .path = "/languages", .answer = languages, .takes_time = false},
      {.method = "GET", .path = "/frontend/settings", .answer = settings, .takes_time = false},
      {.method = "POST",
       .path = "/translate_file",
       .answer = in_its_words<translate_file>,
       .takes_file = true},
      {.method = "GET", .path = "/download_file/*", .answer = download_file, .takes_time = false},
      {.method = "POST", .path = "/suggest", .answer = suggest, .takes_time = false},
  };
}

}  // namespace regard::serve
