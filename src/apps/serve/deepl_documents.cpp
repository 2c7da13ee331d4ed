// Documents in DeepL's API, which clients upload, poll and download.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/digest.h"
#include "base/utf8.h"
#include "regard/base/str.h"
#include "serve/adapters.h"
#include "serve/fields.h"
#include "serve/file_translation.h"
#include "serve/request_body.h"
#include "serve/text_translation.h"

namespace regard::serve {
namespace {

using nlohmann::json;
using std::chrono::milliseconds, std::chrono::seconds;

/// How long an answer about a document waits for the translation to finish, because clients poll
/// only every few seconds.
constexpr milliseconds kPatience(500);

/// The id of a document, from which its key cannot be computed.
std::string id_of(const std::string& key) {
  constexpr size_t kDigits = 32;
  return upper_ascii(sha256(key).substr(0, kDigits));
}

std::string suffix_of(const std::string& name) {
  const size_t dot = name.rfind('.');
  return dot == std::string::npos ? "" : lower_ascii(name.substr(dot + 1));
}

DocumentJobs::Outcome outcome_of(Service& service, const FileTranslation& translation,
                                 const std::string& request_id,
                                 const DocumentJobs::Report& report) {
  try {
    const auto most = milliseconds(service.options.file_timeout_ms);
    auto done = translation.run(
        {.time = DocumentJobs::Clock::now() + most, .gone = report.cancelled}, report);
    return {.file = service.files.add(std::move(done.file)),
            .error = {},
            .warnings = std::move(done.warnings)};
  } catch (const ClientGone&) {
    return {.file = {}, .error = "it was cancelled"};
  } catch (const std::exception&) {
    return {.file = {}, .error = refusal_of_caught(request_id).what()};
  }
}

std::optional<HttpResponse> send(Service& service, const HttpRequest& request, Responder&) {
  const auto fields = Fields::of(request);
  const auto* client =
      check_deepl_client(service, request, fields, cost_of_file(service, request.body.size()));
  const auto parts = read_multipart(request.header("Content-Type"), request.body);
  const auto* file = first_part(parts, "file");
  if (file == nullptr) throw Refusal(400, "Parameter 'file' not specified.");
  const auto name = fields.text("filename").value_or(file->filename.value_or(""));
  const auto format = lower_ascii(fields.text("output_format").value_or(""));
  if (!format.empty() && format != suffix_of(name)) {
    throw Refusal(400, "Value for 'output_format' not supported: a document keeps its own format.");
  }
  check_deepl_style(fields);
  FileRequest wanted = {.file = sent_file(*file, name),
                        .source = deepl_language(service, fields, "source_lang"),
                        .target = needed_deepl_language(service, fields, "target_lang"),
                        .options = document_options(fields)};
  if (wanted.source.empty()) wanted.source = "auto";
  wanted.glossary = deepl_glossary(service, fields, owner_of(client), wanted.source, wanted.target);
  wanted.tag = fields.text("tag");
  wanted.confidence = fields.flag("confidence");
  const auto translation = std::make_shared<FileTranslation>(service, std::move(wanted));
  const auto key = service.documents.add(
      [&service, translation, id = request.id](const auto& report) {
        return outcome_of(service, *translation, id, report);
      },
      translation->characters());
  service.documents.find(key, kPatience);
  return json_response(json_text({{"document_id", id_of(key)}, {"document_key", key}}));
}

/// Seconds until a document is translated, estimated from the speed so far.
int64_t seconds_left(const DocumentJobs::Status& status) {
  if (status.done == 0) return 1;
  const auto taken =
      std::chrono::duration<double>(DocumentJobs::Clock::now() - status.begun).count();
  const double left =
      taken * static_cast<double>(status.all - status.done) / static_cast<double>(status.done);
  return static_cast<int64_t>(left) + 1;
}

HttpResponse answer_of(const std::string& id, const DocumentJobs::Status& status) {
  using State = DocumentJobs::State;
  json answer = {{"document_id", id}, {"status", name_of(status.state)}};
  if (status.state == State::translating) {
    answer["seconds_remaining"] = seconds_left(status);
    answer["texts"] = status.all;
    answer["texts_done"] = status.done;
  } else if (status.state == State::done) {
    answer["billed_characters"] = status.characters;
    if (!status.outcome.warnings.empty()) answer["warnings"] = status.outcome.warnings;
  } else if (status.state == State::error) {
    answer["error_message"] = answer["message"] = status.outcome.error;
  }
  return json_response(json_text(answer));
}

/// Answers /v2/document/{id}, including DELETE, and /v2/document/{id}/result.
std::optional<HttpResponse> ask(Service& service, const HttpRequest& request, Responder&) {
  constexpr std::string_view kBegin = "/v2/document/", kResult = "/result";
  const auto fields = Fields::of(request);
  check_deepl_client(service, request, fields, 0.0);
  auto id = request.path.substr(kBegin.size());
  const bool wants_result = id.ends_with(kResult);
  if (wants_result) id.resize(id.size() - kResult.size());
  const auto key = fields.text("document_key").value_or("");
  if (key.empty()) throw Refusal(400, "Parameter 'document_key' not specified.");
  const auto status = id_of(key) == id ? service.documents.find(key) : std::nullopt;
  if (!status) throw Refusal(404, "Document not found.");
  if (request.method == "DELETE") {
    service.documents.cancel(key);
    return HttpResponse{.status = 204, .content_type = {}};
  }
  if (!wants_result) return answer_of(id, *status);
  if (status->state == DocumentJobs::State::error) throw Refusal(400, status->outcome.error);
  if (status->state != DocumentJobs::State::done) {
    throw Refusal(503, "The document is not translated yet.", seconds(seconds_left(*status)));
  }
  auto file = service.files.find(status->outcome.file);
  if (!file) throw Refusal(404, "Document not found.");
  return download_of(std::move(*file));
}

}  // namespace

std::vector<Route> deepl_document_routes() {
  return {
      {.method = "POST", .path = "/v2/document", .answer = send, .takes_file = true},
      {.method = "POST", .path = "/v2/document/*", .answer = ask},
      {.method = "GET", .path = "/v2/document/*", .answer = ask},
      {.method = "DELETE", .path = "/v2/document/*", .answer = ask},
  };
}

}  // namespace regard::serve
