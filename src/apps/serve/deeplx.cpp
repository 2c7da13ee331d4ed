#include "serve/fields.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/readable.h"
#include "base/utf8.h"
#include "serve/adapters.h"
#include "serve/request_body.h"
#include "serve/text_translation.h"

namespace regard::serve {
namespace {

using nlohmann::json;

constexpr int64_t kAlternatives = 3;

std::string language(const Service& service, const Fields& fields, const std::string& name) {
  const auto code = fields.text(name).value_or("");
  if (code.empty() || lower_ascii(code) == "auto") return "auto";
  return served_language(service, code);
}

TextRequest read_request(const Service& service, const Fields& fields) {
  const bool is_deeplx = fields.has("target_lang");
  TextRequest wanted{.texts = fields.texts(fields.has("text") ? "text" : "texts"),
                     .source = language(service, fields, is_deeplx ? "source_lang" : "from"),
                     .target = language(service, fields, is_deeplx ? "target_lang" : "to")};
  if (wanted.target == "auto") throw Refusal(400, "the target language is missing");
  if (wanted.texts.empty()) throw Refusal(400, "text is missing");
  service.check_size(wanted.texts);
  read_deepl_markup(fields, wanted);
  wanted.tag = fields.text("tag");
  return wanted;
}

int64_t time_as_id() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

HttpResponse answer_of_deeplx(Service& service, TextRequest wanted, const Deadline& deadline) {
  if (wanted.markup == Markup::none) {
    wanted.alternatives = std::min(kAlternatives, service.options.beam_limit - 1);
  }
  auto items = translate_texts(service, wanted, deadline);
  const json answer = {{"code", 200},
                       {"id", time_as_id()},
                       {"method", "Free"},
                       {"data", std::move(items.front().text)},
                       {"alternatives", std::move(items.front().alternatives)},
                       {"source_lang", upper_ascii(items.front().language.language)},
                       {"target_lang", upper_ascii(wanted.target)}};
  return json_response(json_text(answer));
}

HttpResponse answer_of_kiss(Service& service, const TextRequest& wanted, bool is_list,
                            const Deadline& deadline) {
  json rows = json::array();
  for (auto& item : translate_texts(service, wanted, deadline)) {
    rows.push_back({{"text", std::move(item.text)},
                    {"src", item.language.language},
                    {"from", item.language.language},
                    {"to", wanted.target}});
  }
  return json_response(
      json_text(is_list ? json({{"translations", std::move(rows)}}) : std::move(rows.front())));
}

}  // namespace

bool is_of_deeplx(const Fields& fields) {
  return !fields.has("q") && (fields.has("text") || fields.has("texts")) &&
         (fields.has("target_lang") || fields.has("to"));
}

std::optional<HttpResponse> translate_as_deeplx(Service& service, const HttpRequest& request,
                                                const Fields& fields) {
  try {
    const auto texts = fields.texts(fields.has("text") ? "text" : "texts");
    check_client(service, request, static_cast<double>(std::max<size_t>(texts.size(), 1)),
                 fields.key("token"));
    const auto wanted = read_request(service, fields);
    const auto deadline = service.deadline(request);
    if (!fields.has("target_lang")) {
      return answer_of_kiss(service, wanted, fields.is_list("text") || fields.has("texts"),
                            deadline);
    }
    if (texts.size() != 1) throw Refusal(400, "text must be a string");
    return answer_of_deeplx(service, wanted, deadline);
  } catch (const ClientGone&) {
    throw;
  } catch (const std::exception&) {
    const auto refusal = refusal_of_caught(request.id);
    return response_of(
        refusal, json_text({{"code", refusal.status()}, {"message", printable(refusal.what())}}));
  }
}

}  // namespace regard::serve
