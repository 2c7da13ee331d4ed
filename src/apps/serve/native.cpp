// regard's native API: candidates, scores, attention, streamed answers.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "documents/translated_markup.h"
#include "regard/base/error.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "serve/adapters.h"
#include "serve/fields.h"
#include "serve/request_body.h"
#include "serve/text_translation.h"

namespace regard::serve {
namespace {

using nlohmann::json;

/// Maximum number of texts translated together in a streamed answer. The first text is translated
/// by itself, for low latency, then more and more together, for throughput.
constexpr size_t kMostAtOnce = 32;

json detected_json(const LanguageDetector::Guess& guess) {
  return {{"language", guess.language}, {"confidence", guess.confidence}};
}

/// Some of the texts of a request.
struct Part {
  std::span<const std::string> texts;
  size_t first;  ///< index of the first among all texts
};

/// Notes in `row` if a text to be translated from `source` looks like a different language.
void add_doubt(const Service& service, const std::string& source, const std::string& text,
               json& row) {
  constexpr double kSure = 0.7;
  const auto guess = service.detector.detect(text).front();
  if (guess.language != source && guess.confidence >= kSure) row["looks_like"] = guess.language;
}

/// A text of a request: lines, or a page in a markup language.
struct SentText {
  size_t number;  ///< index of the text
  TextLines lines;
  std::unique_ptr<documents::Document> page;

  std::vector<std::string> to_translate() const {
    if (!page) return lines.lines();
    std::vector<std::string> texts;
    for (const auto& unit : page->units()) texts.push_back(unit.text);
    return texts;
  }
};

SentText sent_text(size_t number, const std::string& text,
                   const std::optional<translate::Markup>& markup) {
  SentText sent{.number = number, .lines = TextLines(markup ? "" : text), .page = {}};
  if (markup) sent.page = documents::read_markup(text, *markup, "the text");
  return sent;
}

/// Fills in the rows of a question's texts.
void answer_question(Service& service, const Wanted& wanted, size_t number, const Part& part,
                     const Deadline& deadline, std::vector<json>& rows) {
  auto question = wanted.questions[number];
  std::vector<SentText> texts;  // the question's texts
  for (size_t text = 0; text < part.texts.size(); ++text) {
    if (wanted.question_of_text[part.first + text] != number) continue;
    texts.push_back(sent_text(text, part.texts[text], wanted.markup));
    for (auto& line : texts.back().to_translate()) question.lines.push_back(std::move(line));
  }
  if (texts.empty()) return;
  const auto answers = service.translate(question, deadline);
  const auto source = service.models.named(question.model->name)->source();
  size_t begin = 0;
  for (const auto& sent : texts) {
    const size_t count = sent.to_translate().size();
    const auto some = std::span(answers).subspan(begin, count);
    auto& row = rows[sent.number];
    row = sent.page ? answer_of_page(some, *sent.page, wanted)
                    : answer_of_text(some, sent.lines, wanted);
    if (wanted.detected.empty()) add_doubt(service, source, part.texts[sent.number], row);
    begin += count;
  }
}

std::vector<json> translate_some(Service& service, const Wanted& wanted, const Part& part,
                                 const Deadline& deadline) {
  std::vector<json> rows;
  for (const auto& text : part.texts) rows.push_back(unchanged_text(text));
  for (size_t number = 0; number < wanted.questions.size(); ++number) {
    answer_question(service, wanted, number, part, deadline, rows);
  }
  for (size_t text = 0; text < rows.size() && !wanted.detected.empty(); ++text) {
    rows[text]["detected"] = detected_json(wanted.detected[part.first + text]);
  }
  return rows;
}

using Time = std::chrono::steady_clock::time_point;

json rounded_milliseconds_since(Time begin) {
  const auto taken = std::chrono::steady_clock::now() - begin;
  const auto milliseconds = std::chrono::duration<double, std::milli>(taken).count();
  return std::round(milliseconds * 1000.0) / 1000.0;
}

std::string event(const char* name, const json& data) {
  return str("event: ", name, "\ndata: ", json_text(data), "\n\n");
}

/// The texts of a request, translated part by part and in order.
struct TextsInParts {
  Service& service;
  Wanted wanted;
  std::vector<std::string> texts;
  Deadline deadline;
  size_t first = 0, at_once = 1;
  bool has_ended = false;

  /// The translations of the next texts; empty at the end.
  std::vector<json> next() {
    const size_t count = std::min(at_once, texts.size() - first);
    if (count == 0) return {};
    const Part part = {.texts = std::span(texts).subspan(first, count), .first = first};
    auto rows = translate_some(service, wanted, part, deadline);
    first += count;
    at_once = std::min(2 * at_once, kMostAtOnce);
    return rows;
  }
};

HttpResponse events_of(const std::shared_ptr<TextsInParts>& texts, Time received) {
  HttpResponse answer{.content_type = "text/event-stream",
                      .headers = {{"Cache-Control", "no-cache"}}};
  answer.next_part = [texts, received]() -> std::optional<std::string> {
    size_t index = texts->first;
    std::string events;
    for (auto& row : texts->next()) {
      row["index"] = index++;
      events += event("translation", row);
    }
    if (!events.empty()) return events;
    if (std::exchange(texts->has_ended, true)) return {};
    return event("done", {{"model", texts->wanted.model()},
                          {"milliseconds", rounded_milliseconds_since(received)}});
  };
  answer.error_part = [](const std::string& why) { return event("error", {{"error", why}}); };
  return answer;
}

HttpResponse lines_of(const std::shared_ptr<TextsInParts>& texts) {
  HttpResponse answer{.content_type = "application/jsonl"};
  answer.next_part = [texts]() -> std::optional<std::string> {
    std::string lines;
    for (const auto& row : texts->next()) lines += json_text(row) + "\n";
    return lines.empty() ? std::nullopt : std::optional(std::move(lines));
  };
  answer.error_part = [](const std::string& why) { return json_text({{"error", why}}) + "\n"; };
  return answer;
}

/// The fields of a form or a query. All values except texts are read as numbers or booleans if they
/// look like one. A repeated name becomes a list.
json options_of(const std::vector<FormField>& fields) {
  constexpr std::string_view kTexts[] = {"text",   "model", "source", "target",
                                         "prefix", "keep",  "format"};
  const auto value_of = [&](const FormField& field) -> json {
    if (std::ranges::find(kTexts, field.name) != std::end(kTexts)) return field.value;
    if (const auto whole = config::parse_int(field.value)) return *whole;
    if (const auto number = config::parse_double(field.value)) return *number;
    if (const auto flag = config::parse_bool(field.value)) return *flag;
    return field.value;
  };
  json options = json::object();
  for (const auto& field : fields) {
    auto& option = options[field.name];
    if (!option.is_null() && !option.is_array()) option = json::array({std::move(option)});
    if (option.is_array()) {
      option.push_back(value_of(field));
    } else {
      option = value_of(field);
    }
  }
  return options;
}

/// A request's fields: those of its body, and those of its query that the body lacks.
json fields_of(const HttpRequest& request, int64_t most_texts) {
  const auto form = form_fields(request, most_texts);
  auto fields =
      !form.empty() || request.body.empty() ? options_of(form) : parse_request(request.body);
  if (!fields.is_object()) return fields;  // reported by JsonRequest
  auto query = options_of(read_form(request.query, kFormFields + static_cast<size_t>(most_texts)));
  for (auto& [name, value] : query.items()) {
    if (!fields.contains(name)) fields[name] = std::move(value);
  }
  return fields;
}

std::optional<HttpResponse> translate_whole(Service& service, const HttpRequest& request) {
  const RequestJson body(fields_of(request, service.options.batch_limit));
  if ((*body).is_object() && (*body).contains("target_lang")) {  // DeepLX has a path of this name
    return translate_as_deeplx(service, request, Fields::of(request, service.options.batch_limit));
  }
  JsonRequest fields(*body);
  fields.require("text");
  auto given = *fields.texts("text");
  check_client(service, request, static_cast<double>(std::max<size_t>(given.texts.size(), 1)));
  service.check_size(given.texts);
  auto wanted = read_wanted(fields, service, given.texts);
  service.check_size(given.texts, wanted.prefix());
  const bool streams = fields.flag("stream").value_or(false);
  fields.refuse_other_keys();
  const auto deadline = service.deadline(request, wanted.timeout_ms);
  if (streams) {
    return events_of(std::make_shared<TextsInParts>(TextsInParts{service, std::move(wanted),
                                                                 std::move(given.texts), deadline}),
                     request.received);
  }
  const Part all = {.texts = given.texts, .first = 0};
  json answer = {{"model", wanted.model()},
                 {"translations", translate_some(service, wanted, all, deadline)},
                 {"milliseconds", rounded_milliseconds_since(request.received)}};
  if (!wanted.detected.empty()) answer["detected"] = detected_json(wanted.detected.front());
  return json_response(json_text(answer));
}

json parse_line(const std::string& line, size_t number) {
  try {
    return parse_request(line);
  } catch (const Error& error) {
    throw Refusal(400, str("line ", number, ": ", error.problem()));
  }
}

std::string text_of_json_line(const std::string& line, size_t number) {
  const auto value = parse_line(line, number);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object() && value.contains("text") && value["text"].is_string()) {
    return value["text"].get<std::string>();
  }
  throw Refusal(400, str("line ", number, " is neither a text nor an object with a text"));
}

HttpResponse translate_json_lines(Service& service, const HttpRequest& request) {
  std::vector<std::string> texts;
  size_t number = 0;
  for (const auto& line : lines_of_text(request.body)) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    texts.push_back(text_of_json_line(line, number));
  }
  check_client(service, request, static_cast<double>(std::max<size_t>(texts.size(), 1)));
  service.check_size(texts);
  const auto options = options_of(read_form(request.query));
  JsonRequest fields(options, "the query");
  auto wanted = read_wanted(fields, service, texts);
  service.check_size(texts, wanted.prefix());
  fields.refuse_other_keys();
  const auto deadline = service.deadline(request, wanted.timeout_ms);
  return lines_of(std::make_shared<TextsInParts>(
      TextsInParts{service, std::move(wanted), std::move(texts), deadline}));
}

std::optional<HttpResponse> translate_native(Service& service, const HttpRequest& request,
                                             Responder&) {
  const auto type = media_type(request);
  if (type == "application/jsonl" || type == "application/x-ndjson") {
    return translate_json_lines(service, request);
  }
  return translate_whole(service, request);
}

/// A model as clients of OpenAI know it.
json model_of_openai(const ServedModel& model) {
  return {{"id", model.name()}, {"object", "model"}, {"created", 0}, {"owned_by", "regard"}};
}

std::optional<HttpResponse> one_model(Service& service, const HttpRequest& request, Responder&) {
  constexpr std::string_view kBegin = "/v1/models/";
  const auto* model = service.models.named(unescaped(request.path.substr(kBegin.size())));
  if (model == nullptr) throw Refusal(404, "no model has this name");
  return json_response(json_text(model_of_openai(*model)));
}

/// Adds the number type in which a loaded model computes, and the trials that decided it.
void add_compute(const LoadedModel& loaded, json& row) {
  row["compute"] = name_of(loaded.choice.compute);
  for (const auto& trial : loaded.choice.trials) {
    row["trials"].push_back({{"compute", name_of(trial.compute)},
                             {"sentences_per_second", trial.sentences_per_second},
                             {"same", trial.same},
                             {"difference", trial.difference}});
  }
}

/// Lists the models as "models" for clients of the native API, and as "data" for OpenAI's clients.
std::optional<HttpResponse> models(Service& service, const HttpRequest&, Responder&) {
  json rows = json::array(), data = json::array();
  for (const auto& model : service.models.all()) {
    data.push_back(model_of_openai(*model));
    rows.push_back({{"name", model->name()},
                    {"source", model->source()},
                    {"target", model->target()},
                    {"type", model->type()},
                    {"loaded", model->is_loaded()},
                    {"generation", model->generation()},
                    {"default", service.models.of_direction(model->source(), model->target()) ==
                                    model.get()}});
    if (const auto loaded = model->if_loaded()) add_compute(*loaded, rows.back());
  }
  return json_response(
      json_text({{"models", std::move(rows)}, {"object", "list"}, {"data", std::move(data)}}));
}

}  // namespace

std::vector<Route> native_routes() {
  return {
      {.method = "POST", .path = "/v1/translate", .answer = translate_native},
      {.method = "GET", .path = "/v1/models", .answer = models, .takes_time = false},
      {.method = "GET",
       .path = "/v1/models/*",
       .answer = one_model,
       .takes_time = false,
       .errors = ErrorShape::openai},
  };
}

}  // namespace regard::serve
