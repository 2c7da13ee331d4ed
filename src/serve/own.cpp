// regard's own interface: candidates, scores, attention, answers that come in parts.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "regard/translate/word_alignment.h"
#include "serve/faces.h"
#include "serve/form.h"
#include "serve/json_request.h"
#include "serve/openapi.h"
#include "serve/text_translation.h"

namespace regard::serve {
namespace {

using nlohmann::json;

/// Texts of an answer in parts that are translated together: the first alone, to be there soon,
/// then more and more, which is faster.
constexpr size_t kMostAtOnce = 32;

std::string line_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// What a request asks for beside its texts.
struct Wanted {
  Question question;
  bool attention = false, alignment = false, token_scores = false;
  std::optional<LanguageDetector::Guess> detected = {};
  std::optional<int64_t> timeout_ms = {};
};

ServedModel& model_of(Service& service, const std::optional<std::string>& name,
                      const std::string& source, const std::string& target) {
  if (name) {
    if (auto* model = service.models.named(*name)) return *model;
    throw Refusal(404, str("there is no model ", *name, "; /v1/models lists those that are served"));
  }
  if (source.empty() && target.empty()) return *service.models.all().front();
  const auto& first = *service.models.all().front();
  return model_for(service, source.empty() ? first.source() : source,
                   target.empty() ? first.target() : target);
}

std::shared_ptr<const text::Glossary> glossary_of(
    const std::optional<std::map<std::string, std::string>>& terms) {
  if (!terms || terms->empty()) return {};
  std::vector<text::Glossary::Term> list;
  for (const auto& [source, target] : *terms) list.push_back({source, target});
  return std::make_shared<const text::Glossary>(std::move(list));
}

void read_search(JsonRequest& fields, const Service& service, config::SearchOptions& search) {
  const int64_t most_beam = service.options.beam_limit;
  constexpr int64_t kMost = 1'000'000;
  search.beam_size = fields.integer("beam_size", 1, most_beam).value_or(search.beam_size);
  search.length_penalty = fields.number("length_penalty", 0.0, 10.0).value_or(search.length_penalty);
  search.coverage_penalty =
      fields.number("coverage_penalty", 0.0, 10.0).value_or(search.coverage_penalty);
  search.max_length = fields.integer("max_length", 0, kMost).value_or(search.max_length);
  search.no_repeat_ngram =
      fields.integer("no_repeat_ngram", 0, kMost).value_or(search.no_repeat_ngram);
  search.repetition_penalty =
      fields.number("repetition_penalty", 0.01, 100.0).value_or(search.repetition_penalty);
}

/// All fields but the texts.
Wanted read_wanted(JsonRequest& fields, Service& service, const std::string& first_text) {
  const auto name = fields.text("model");
  auto source = fields.text("source").value_or("");
  const auto target = fields.text("target").value_or("");
  Wanted wanted;
  if (source == "auto") {
    wanted.detected = language_of(service, first_text);
    source = wanted.detected->language;
  }
  auto& question = wanted.question = service.question(model_of(service, name, source, target), {});
  const int64_t most = service.options.beam_limit;
  read_search(fields, service, question.search);
  question.n_best = fields.integer("n_best", 1, most).value_or(1);
  question.search.beam_size = std::max(question.search.beam_size, question.n_best);
  question.alternatives = fields.integer("alternatives", 0, most).value_or(0);
  question.prefix = fields.text("prefix").value_or("");
  question.glossary = glossary_of(fields.text_map("glossary"));
  wanted.attention = fields.flag("attention").value_or(false);
  wanted.alignment = fields.flag("alignment").value_or(false);
  wanted.token_scores = fields.flag("token_scores").value_or(false);
  wanted.timeout_ms = fields.integer("timeout_ms", 0, int64_t{1} << 40U);
  question.attention = wanted.attention || wanted.alignment;
  question.token_scores = wanted.token_scores;
  return wanted;
}

json aligned(const translate::Candidate& candidate) {
  json pairs = json::array();
  for (const auto& [source, target] : translate::hard_alignment(candidate.attention)) {
    pairs.push_back({source, target});
  }
  return pairs;
}

/// Six digits of each number: the others take more time to write and to read than they tell.
json shortened(const translate::Weights& weights) {
  json rows = json::array();
  for (const auto& weights_of_word : weights) {
    auto& row = rows.emplace_back(json::array());
    for (const float weight : weights_of_word) {
      row.push_back(std::round(static_cast<double>(weight) * 1e6) / 1e6);
    }
  }
  return rows;
}

json candidate_json(const translate::Candidate& candidate, const Wanted& wanted) {
  json row = {{"text", candidate.text}, {"score", candidate.score}, {"log_prob", candidate.log_prob}};
  if (wanted.question.attention) row["words"] = candidate.words;
  if (wanted.attention) row["attention"] = shortened(candidate.attention);
  if (wanted.alignment) row["alignment"] = aligned(candidate);
  if (wanted.token_scores) {
    auto& tokens = row["tokens"] = json::array();
    for (size_t i = 0; i < candidate.pieces.size() && i < candidate.token_log_probs.size(); ++i) {
      tokens.push_back(
          {{"piece", candidate.pieces[i]}, {"log_prob", candidate.token_log_probs[i]}});
    }
  }
  return row;
}

json translation_json(const translate::Translation& translation, const Wanted& wanted) {
  json candidates = json::array();
  for (const auto& candidate : translation.n_best) {
    candidates.push_back(candidate_json(candidate, wanted));
  }
  json row = {{"text", translation.text},
              {"candidates", std::move(candidates)},
              {"sentences", translation.sentences},
              {"repeats", translation.repeats},
              {"short", translation.is_short}};
  if (wanted.question.attention) row["source_words"] = translation.source_words;
  return row;
}

/// A text of several lines is translated line by line, as by the command line, and has the text
/// alone.
json of_text(std::span<const AnswerCache::Answer> lines, const Wanted& wanted) {
  if (lines.size() == 1) return translation_json(*lines.front(), wanted);
  json row = {{"candidates", json::array()}};
  std::vector<std::string> texts;
  int64_t sentences = 0;
  bool repeats = false, is_short = false;
  for (const auto& line : lines) {
    texts.push_back(line->text);
    sentences += line->sentences;
    repeats = repeats || line->repeats;
    is_short = is_short || line->is_short;
  }
  row["text"] = text_of_lines(texts);
  row["sentences"] = sentences;
  row["repeats"] = repeats;
  row["short"] = is_short;
  return row;
}

std::vector<json> translate_some(Service& service, Wanted& wanted,
                                 std::span<const std::string> texts, const Patience& patience) {
  std::vector<size_t> counts;
  wanted.question.lines.clear();
  for (const auto& text : texts) {
    auto lines = lines_of_text(text);
    counts.push_back(lines.size());
    for (auto& line : lines) wanted.question.lines.push_back(std::move(line));
  }
  const auto answers = service.translate(wanted.question, patience);
  std::vector<json> rows;
  size_t first = 0;
  for (const size_t count : counts) {
    rows.push_back(of_text(std::span(answers).subspan(first, count), wanted));
    first += count;
  }
  return rows;
}

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

json rounded_milliseconds(const HttpRequest& request) {
  return std::round(milliseconds_since(request.received) * 1000.0) / 1000.0;
}

std::string event(const char* name, const json& data) {
  return str("event: ", name, "\ndata: ", line_of(data), "\n\n");
}

/// Calls `write` with each text's number and translation, in order, as soon as it is there; false
/// ends it.
template <class Write>
void translate_in_parts(Service& service, Wanted& wanted, const std::vector<std::string>& texts,
                        const Patience& patience, const Write& write) {
  size_t at_once = 1;
  for (size_t first = 0; first < texts.size();) {
    const size_t count = std::min(at_once, texts.size() - first);
    size_t number = first;
    for (auto& row :
         translate_some(service, wanted, std::span(texts).subspan(first, count), patience)) {
      if (!write(number++, row)) throw ClientGone();
    }
    first += count;
    at_once = std::min(2 * at_once, kMostAtOnce);
  }
}

void stream_events(Service& service, Wanted& wanted, const std::vector<std::string>& texts,
                   const HttpRequest& request, const Patience& patience, Responder& responder) {
  responder.begin({.content_type = "text/event-stream", .headers = {{"Cache-Control", "no-cache"}}});
  try {
    translate_in_parts(service, wanted, texts, patience, [&](size_t number, json& row) {
      row["index"] = number;
      return responder.write(event("translation", row));
    });
    responder.write(event("done", {{"model", wanted.question.model->name},
                                   {"milliseconds", rounded_milliseconds(request)}}));
  } catch (const Refusal& refusal) {
    responder.write(event("error", {{"error", refusal.what()}}));
  }
  responder.end();
}

std::optional<HttpResponse> translate_json(Service& service, const HttpRequest& request,
                                           Responder& responder) {
  const auto body = parse_request(request.body);
  JsonRequest fields(body);
  fields.require("text");
  auto given = *fields.texts("text");
  check_client(service, request, static_cast<double>(std::max<size_t>(given.texts.size(), 1)));
  service.check_size(given.texts);
  auto wanted = read_wanted(fields, service, given.texts.empty() ? "" : given.texts.front());
  const bool streams = fields.flag("stream").value_or(false);
  fields.refuse_other_keys();
  const auto patience = service.patience(request, wanted.timeout_ms);
  if (streams) {
    stream_events(service, wanted, given.texts, request, patience, responder);
    return {};
  }
  json answer = {{"model", wanted.question.model->name},
                 {"translations", translate_some(service, wanted, given.texts, patience)},
                 {"milliseconds", rounded_milliseconds(request)}};
  if (wanted.detected) {
    answer["detected"] = {{"language", wanted.detected->language},
                          {"confidence", wanted.detected->confidence}};
  }
  return json_response(line_of(answer));
}

std::string text_of_json_line(const std::string& line, size_t number) {
  const auto value = parse_request(line);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object() && value.contains("text") && value["text"].is_string()) {
    return value["text"].get<std::string>();
  }
  throw Refusal(400, str("line ", number, " is neither a text nor an object with one"));
}

/// The options of a bulk request are in its query.
json options_of_query(const HttpRequest& request) {
  json options = json::object();
  for (const auto& [name, value] : read_form(request.query)) {
    const auto number = config::parse_double(value);
    const auto whole = config::parse_int(value);
    const auto flag = config::parse_bool(value);
    if (whole) {
      options[name] = *whole;
    } else if (number) {
      options[name] = *number;
    } else if (flag) {
      options[name] = *flag;
    } else {
      options[name] = value;
    }
  }
  return options;
}

std::optional<HttpResponse> translate_json_lines(Service& service, const HttpRequest& request,
                                                 Responder& responder) {
  std::vector<std::string> texts;
  size_t number = 0;
  for (const auto& line : lines_of_text(request.body)) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    texts.push_back(text_of_json_line(line, number));
  }
  check_client(service, request, static_cast<double>(std::max<size_t>(texts.size(), 1)));
  service.check_size(texts);
  const auto options = options_of_query(request);
  JsonRequest fields(options, "the query");
  auto wanted = read_wanted(fields, service, texts.empty() ? "" : texts.front());
  fields.refuse_other_keys();
  const auto patience = service.patience(request, wanted.timeout_ms);
  responder.begin({.content_type = "application/jsonl"});
  try {
    translate_in_parts(service, wanted, texts, patience, [&](size_t, const json& row) {
      return responder.write(line_of(row) + "\n");
    });
  } catch (const Refusal& refusal) {
    responder.write(line_of({{"error", refusal.what()}}) + "\n");
  }
  responder.end();
  return {};
}

std::optional<HttpResponse> translate(Service& service, const HttpRequest& request,
                                      Responder& responder) {
  const auto type = request.header("Content-Type");
  if (type.starts_with("application/jsonl") || type.starts_with("application/x-ndjson")) {
    return translate_json_lines(service, request, responder);
  }
  return translate_json(service, request, responder);
}

std::optional<HttpResponse> models(Service& service, const HttpRequest&, Responder&) {
  json rows = json::array();
  for (const auto& model : service.models.all()) {
    rows.push_back({{"name", model->name()},
                    {"source", model->source()},
                    {"target", model->target()},
                    {"type", model->type()},
                    {"loaded", model->is_loaded()},
                    {"generation", model->generation()},
                    {"default", service.models.of_direction(model->source(), model->target()) ==
                                    model.get()}});
  }
  return json_response(line_of({{"models", std::move(rows)}}));
}

std::optional<HttpResponse> openapi(Service&, const HttpRequest&, Responder&) {
  return json_response(std::string(openapi_document()));
}

}  // namespace

std::vector<Route> own_routes() {
  return {
      {.method = "POST", .path = "/v1/translate", .answer = translate},
      {.method = "GET", .path = "/v1/models", .answer = models, .takes_time = false},
      {.method = "GET", .path = "/v1/openapi.json", .answer = openapi, .takes_time = false},
  };
}

}  // namespace regard::serve
