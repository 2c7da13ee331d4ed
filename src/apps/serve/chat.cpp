// OpenAI's chat interface, for clients that translate with a language model: the answer is the
// translation of the user's last message.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "serve/adapters.h"
#include "serve/answer_cache.h"
#include "serve/fields.h"
#include "serve/languages.h"
#include "serve/request_body.h"
#include "serve/text_translation.h"
#include "text/json_strings.h"

namespace regard::serve {
namespace {

using nlohmann::json;

/// Whether a line separates texts, such as `==WEBLATE_PART==`.
bool is_separator(std::string_view line) {
  line = trimmed(line);
  constexpr size_t kLeast = 5;
  return line.size() >= kLeast && line.starts_with("==") && line.ends_with("==") &&
         line.find(' ') == std::string_view::npos;
}

/// The content of a Markdown fence, such as "```json", or of the whole text, without white space
/// around it.
std::string_view fenced(std::string_view text) {
  constexpr std::string_view kFence = "```", kInner = "\n```";
  text = trimmed(text);
  const size_t line = text.find('\n');
  const bool is_one_fence = text.starts_with(kFence) && text.ends_with(kFence) &&
                            line != std::string_view::npos &&
                            text.find(kInner) + kInner.size() == text.size();
  return is_one_fence ? trimmed(text.substr(line, text.size() - kFence.size() - line)) : text;
}

/// The texts of a message: the strings of a JSON list or object, or the parts between separators.
/// If the message is a fence, its content counts as the message.
class ChatTexts {
 public:
  explicit ChatTexts(const std::string& text) {
    const auto inner = fenced(text);
    if (inner.empty()) {
      before_ = text;
      return;
    }
    before_ = text.substr(0, static_cast<size_t>(inner.data() - text.data()));
    behind_ = text.substr(before_.size() + inner.size());
    json_ = text::JsonStrings::of(std::string(inner));
    if (json_) {
      texts_ = json_->texts();
      return;
    }
    texts_.emplace_back();
    bool is_first = true;
    for (auto& line : lines_of_text(std::string(inner))) {
      if (is_separator(line)) {
        separators_.push_back(line);
        texts_.emplace_back();
        is_first = true;
        continue;
      }
      if (!std::exchange(is_first, false)) texts_.back() += '\n';
      texts_.back() += line;
    }
  }

  const std::vector<std::string>& texts() const { return texts_; }

  /// The message with `items` in place of its texts.
  std::string with(std::vector<TranslatedItem> items) {
    if (json_) {
      std::vector<std::string> others;
      for (auto& item : items) others.push_back(std::move(item.text));
      return before_ + json_->with(others) + behind_;
    }
    std::string text = before_;
    for (size_t at = 0; at < items.size(); ++at) {
      if (at > 0) text += '\n' + separators_[at - 1] + '\n';
      text += items[at].text;
    }
    return text + behind_;
  }

 private:
  std::optional<text::JsonStrings> json_;
  std::vector<std::string> texts_, separators_;
  std::string before_, behind_;  ///< white space and a fence around the texts
};

/// Throws Refusal (400) for a language that is not served.
void check_language(const std::string& language, const ServedModels& models) {
  if (language.empty() || models.language(language)) return;
  auto served = models.languages();
  std::ranges::transform(served, served.begin(), language_name);
  throw Refusal(400, str(language_name(language), " (", language,
                         ") is not supported; the languages of this server are ", join(served)));
}

/// The direction in the instructions, or else in the model's name, or else the first model's.
NamedLanguages direction(const ServedModels& models, const std::string& model,
                         const std::vector<std::string>& instructions) {
  NamedLanguages languages;
  for (const auto& instruction : instructions) {
    if (languages.target.empty()) languages = languages_named(instruction, models);
  }
  if (languages.target.empty()) {
    const auto* named = models.named(model);
    languages = named != nullptr ? NamedLanguages{named->source(), named->target()}
                                 : languages_of_model(model, models);
  }
  check_language(languages.source, models);
  check_language(languages.target, models);
  if (languages.target.empty()) languages.target = models.all().front()->target();
  if (languages.source.empty()) languages.source = "auto";
  return languages;
}

int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The fields that all chunks of an answer share.
json head_of_answer(const std::string& model, bool is_chunk) {
  return {{"object", is_chunk ? "chat.completion.chunk" : "chat.completion"},
          {"created", seconds_now()},
          {"model", model}};
}

/// `usage`: token counts for the last event; null if the client does not ask for them.
HttpResponse events_of_chat(json head, const std::string& text, const json& usage) {
  HttpResponse answer{.content_type = "text/event-stream",
                      .headers = {{"Cache-Control", "no-cache"}}};
  const auto chunk = [&](const json& delta, const json& reason) {
    json choice = {{"index", 0}, {"delta", delta}, {"finish_reason", reason}};
    head["choices"] = json::array({std::move(choice)});
    answer.body += str("data: ", json_text(head), "\n\n");
  };
  chunk({{"role", "assistant"}, {"content", ""}}, nullptr);
  chunk({{"content", text}}, nullptr);
  chunk(json::object(), "stop");
  if (!usage.is_null()) {
    head["choices"] = json::array();
    head["usage"] = usage;
    answer.body += str("data: ", json_text(head), "\n\n");
  }
  answer.body += "data: [DONE]\n\n";
  return answer;
}

json usage(const std::string& prompt, const std::string& completion) {
  const auto read = words_in(prompt), written = words_in(completion);
  return {
      {"prompt_tokens", read}, {"completion_tokens", written}, {"total_tokens", read + written}};
}

/// Whether the request has stream_options: {"include_usage": true}.
bool wants_usage(const json& body) {
  const auto options = body.find("stream_options");
  return options != body.end() && options->is_object() &&
         options->value("include_usage", json()) == json(true);
}

std::optional<HttpResponse> complete(Service& service, const HttpRequest& request, Responder&) {
  const RequestJson given(parse_request(request.body));
  const auto& body = *given;
  JsonRequest fields(body);
  fields.require("messages");
  const auto chat = read_chat(body["messages"], service.models);
  const auto model = fields.text("model").value_or("");
  if (fields.integer("n", 1, service.options.beam_limit).value_or(1) != 1) {
    throw Refusal(400, "n is not supported: a message has one translation");
  }
  ChatTexts message(chat.text);
  check_client(service, request, static_cast<double>(std::max<size_t>(message.texts().size(), 1)));
  service.check_size(message.texts());
  const auto languages = direction(service.models, model, chat.instructions);
  const TextRequest wanted{.texts = message.texts(),
                           .source = languages.source,
                           .target = languages.target,
                           .model = model,
                           .tag = fields.text("tag")};
  const auto text = message.with(translate_texts(service, wanted, service.deadline(request)));
  const bool is_stream = fields.flag("stream").value_or(false);
  auto answer = head_of_answer(model, is_stream);
  answer["id"] = "chatcmpl-" + random_name();
  const auto counted = usage(chat.text, text);
  if (is_stream) {
    return events_of_chat(std::move(answer), text, wants_usage(body) ? counted : json());
  }
  json choice = {{"index", 0},
                 {"message", {{"role", "assistant"}, {"content", text}}},
                 {"finish_reason", "stop"}};
  answer["choices"] = json::array({std::move(choice)});
  answer["usage"] = counted;
  return json_response(json_text(answer));
}

}  // namespace

std::vector<Route> chat_routes() {
  return {{.method = "POST",
           .path = "/v1/chat/completions",
           .answer = complete,
           .errors = ErrorShape::openai}};
}

}  // namespace regard::serve
