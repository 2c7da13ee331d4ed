#include "serve/chat_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/ascii.h"
#include "regard/base/str.h"
#include "serve/chat_languages.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

using nlohmann::json;

/// The content of a message: a text, or a list of parts.
std::string content_of(const json& message) {
  const auto content = message.find("content");
  if (content == message.end()) return {};
  if (content->is_string()) return content->get<std::string>();
  std::string text;
  if (!content->is_array()) return text;
  for (const auto& part : *content) {
    const bool is_text = part.is_object() && part.contains("text") && part["text"].is_string();
    if (!is_text) throw Refusal(400, "messages: only parts with a text are translated");
    text += part["text"].get_ref<const std::string&>();
  }
  return text;
}

bool begins_as_instruction(std::string_view text) {
  constexpr std::string_view kBegins[] = {"translate ", "please translate "};
  const auto lower = lower_ascii(text.substr(0, 30));
  return std::ranges::any_of(kBegins, [&](auto begin) { return lower.starts_with(begin); });
}

/// Bytes of an instruction that a text begins with: "Translate to French:" on a line of its own, or
/// before the text if it names a language.
size_t instruction_size(std::string_view text, const ServedModels& models) {
  if (!begins_as_instruction(text)) return 0;
  const auto line = text.substr(0, text.find('\n'));
  const auto words = trimmed(line);
  const bool has_more = line.size() < text.size();
  if (has_more && (words.ends_with(':') || words.ends_with('.'))) return line.size();
  const size_t colon = line.find(": ");
  if (colon == std::string_view::npos) return 0;
  return languages_named(line.substr(0, colon), models).target.empty() ? 0 : colon + 1;
}

/// Some clients mark where the text begins and ends: `"TEXT" =>`, `Source Text: TEXT`.
std::string_view without_marks(std::string_view text) {
  constexpr std::string_view kBegin = "source text:", kEnd = "translated text:";
  if (lower_ascii(text.substr(0, kBegin.size())) == kBegin) text.remove_prefix(kBegin.size());
  if (text.size() >= kEnd.size() && lower_ascii(text.substr(text.size() - kEnd.size())) == kEnd) {
    text.remove_suffix(kEnd.size());
  }
  text = trimmed(text);
  if (!text.ends_with("=>")) return text;
  text = trimmed(text.substr(0, text.size() - 2));
  if (text.size() > 1 && text.starts_with('"') && text.ends_with('"')) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

void take_instruction(const ServedModels& models, ChatRequest& request) {
  const size_t size = instruction_size(request.text, models);
  if (size == 0) return;
  request.instructions += '\n' + request.text.substr(0, size);
  request.text = std::string(without_marks(trimmed(std::string_view(request.text).substr(size))));
}

}  // namespace

ChatRequest read_chat(const json& messages, const ServedModels& models) {
  if (!messages.is_array()) throw Refusal(400, "messages must be a list of messages");
  ChatRequest request;
  bool has_text = false;
  for (const auto& message : messages) {
    if (!message.is_object()) throw Refusal(400, "messages must be a list of messages");
    const auto role = message.find("role");
    const auto name = role != message.end() && role->is_string() ? role->get<std::string>() : "";
    if (name == "user") {
      request.text = content_of(message);
      has_text = true;
    } else if (name == "system" || name == "developer") {
      request.instructions += content_of(message) + '\n';
    }
  }
  if (!has_text) throw Refusal(400, "messages has no message of the user");
  take_instruction(models, request);
  return request;
}

}  // namespace regard::serve
