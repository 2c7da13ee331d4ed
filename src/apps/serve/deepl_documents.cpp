// Documents of DeepL's API: sent, asked after, fetched. They are translated while they are sent.
#include <nlohmann/json.hpp>
#include <utility>

#include "base/ascii.h"
#include "base/sha256.h"
#include "serve/attachment.h"
#include "serve/deepl_fields.h"
#include "serve/faces.h"
#include "serve/json_text.h"
#include "serve/multipart.h"
#include "serve/translated_file.h"

namespace regard::serve {
namespace {

using nlohmann::json;

/// The place where the file is kept is its key; the id tells nothing of it.
std::string id_of(const std::string& key) {
  constexpr size_t kDigits = 32;
  return upper_ascii(sha256(key).substr(0, kDigits));
}

std::optional<HttpResponse> send(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  const auto* client = check_client(service, request, 1.0, fields.text("auth_key"));
  const auto parts = read_multipart(request.header("Content-Type"), request.body);
  const auto* file = first_part(parts, "file");
  if (file == nullptr) throw Refusal(400, "Parameter 'file' not specified.");
  const auto name = fields.text("filename").value_or(file->filename.value_or(""));
  if (!is_text_file(name)) throw Refusal(400, "Invalid file data: only .txt files are translated.");
  if (!fields.text("output_format").value_or("").empty() &&
      lower_ascii(*fields.text("output_format")) != "txt") {
    throw Refusal(400, "Value for 'output_format' not supported.");
  }
  check_deepl_style(fields);
  FileRequest wanted = {.text = text_of_file(file->body),
                        .source = deepl_language(service, fields, "source_lang"),
                        .target = needed_deepl_language(service, fields, "target_lang")};
  service.check_size({wanted.text});
  if (wanted.source.empty()) wanted.source = "auto";
  wanted.glossary = deepl_glossary(service, fields, owner_of(client), wanted.source, wanted.target);
  auto text = translated_file(service, wanted, service.patience(request));
  const auto key =
      service.files.add({.name = translated_name(name, wanted.target), .content = std::move(text)});
  return json_response(json_text({{"document_id", id_of(key)}, {"document_key", key}}));
}

KeptFiles::File file_of(Service& service, const HttpRequest& request, const std::string& id) {
  const auto fields = Fields::of(request);
  check_client(service, request, 0.0, fields.text("auth_key"));
  const auto key = fields.text("document_key").value_or("");
  if (key.empty()) throw Refusal(400, "Parameter 'document_key' not specified.");
  auto file = id_of(key) == id ? service.files.find(key) : std::nullopt;
  if (!file) throw Refusal(404, "Document not found.");
  return std::move(*file);
}

/// POST /v2/document/{id} and /v2/document/{id}/result.
std::optional<HttpResponse> ask(Service& service, const HttpRequest& request, Responder&) {
  constexpr std::string_view kBegin = "/v2/document/", kResult = "/result";
  auto id = request.path.substr(kBegin.size());
  const bool wants_result = id.ends_with(kResult);
  if (wants_result) id.resize(id.size() - kResult.size());
  auto file = file_of(service, request, id);
  if (!wants_result) {
    return json_response(
        json_text({{"document_id", id}, {"status", "done"}, {"seconds_remaining", 0}}));
  }
  return HttpResponse{.content_type = "text/plain; charset=utf-8",
                      .body = std::move(file.content),
                      .headers = {{"Content-Disposition", attachment(file.name)}}};
}

}  // namespace

std::vector<Route> deepl_document_routes() {
  return {
      {.method = "POST", .path = "/v2/document", .answer = send},
      {.method = "POST", .path = "/v2/document/*", .answer = ask},
      {.method = "GET", .path = "/v2/document/*", .answer = ask},
  };
}

}  // namespace regard::serve
