#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "serve/fields.h"
#include "serve/http_message.h"
#include "serve/languages.h"
#include "text/characters.h"

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
    if (!is_text) throw Refusal(400, "messages: only text parts are translated");
    text += part["text"].get_ref<const std::string&>();
  }
  return text;
}

std::string lower_in_utf8(std::string_view text) {
  std::string lower;
  for (const char32_t character : text::lower(decode_utf8(text))) append_utf8(character, lower);
  return lower;
}

bool is_instruction(std::string_view text) {
  constexpr std::string_view kPolite[] = {"please ", "can you ",   "could you ",       "now ",
                                          "bitte ",  "por favor ", "s'il vous plaît, "};
  constexpr std::string_view kBegins[] = {"translate ", "translate:",  "traduis ", "traduisez ",
                                          "traduire ",  "traduce ",    "traduci ", "traduza ",
                                          "übersetze ", "übersetzen ", "vertaal ", "переведи ",
                                          "翻译",       "请翻译",      "将"};
  std::string lower = lower_in_utf8(text.substr(0, 60));
  std::string_view rest = lower;
  for (const auto polite : kPolite) {
    if (rest.starts_with(polite)) rest.remove_prefix(polite.size());
  }
  return std::ranges::any_of(kBegins, [&](auto begin) { return rest.starts_with(begin); });
}

bool names_target(std::string_view text, const ServedModels& models) {
  return !languages_named(text, models).target.empty();
}

/// Size of a description of a role before an instruction, such as "You are a translator.\n".
size_t role_size(std::string_view text, const ServedModels& models) {
  constexpr std::string_view kBegins[] = {"you are ", "act as ", "your task ", "as a ",
                                          "i want you to "};
  const auto lower = lower_ascii(text.substr(0, 20));
  if (std::ranges::none_of(kBegins, [&](auto begin) { return lower.starts_with(begin); })) return 0;
  constexpr size_t kMostLines = 12;
  size_t begin = 0;
  for (size_t line = 0; line < kMostLines; ++line) {
    const size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return 0;
    const auto words = trimmed(text.substr(begin, end - begin));
    const bool ends_instructions = words.ends_with(':') || text.substr(end + 1).starts_with('\n');
    if (ends_instructions && names_target(text.substr(0, end), models)) return end;
    begin = end + 1;
  }
  return 0;
}

/// Size of the instruction that a text begins with: "Translate to French:" on a line of its own,
/// or, if it names a language, on the line of the text.
size_t instruction_size(std::string_view text, const ServedModels& models) {
  if (!is_instruction(text)) return role_size(text, models);
  const auto line = text.substr(0, text.find('\n'));
  const auto words = trimmed(line);
  const bool has_more = line.size() < text.size();
  if (has_more && (words.ends_with(':') || words.ends_with('.'))) return line.size();
  for (size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
    if (names_target(line.substr(0, at), models)) return at + 1;
  }
  return has_more && names_target(line, models) ? line.size() : 0;
}

/// The quoted part of an instruction: `Translate "Hello" to French.` Empty if there is none.
std::string_view quoted_text(std::string_view text, const ServedModels& models) {
  if (!is_instruction(text)) return {};
  constexpr std::pair<std::string_view, std::string_view> kQuotes[] = {
      {"\"", "\""}, {"“", "”"}, {"«", "»"}};
  for (const auto& [open, close] : kQuotes) {
    const size_t begin = text.find(open), end = text.rfind(close);
    if (end == std::string_view::npos || begin + open.size() >= end) continue;
    const auto around = str(text.substr(0, begin), " ", text.substr(end + close.size()));
    if (!names_target(around, models)) continue;
    return trimmed(text.substr(begin + open.size(), end - begin - open.size()));
  }
  return {};
}

/// The text without the marks that some clients put around it: `"TEXT" =>`, `Source Text: TEXT`.
std::string_view without_marks(std::string_view text) {
  constexpr std::string_view kBegins[] = {"source text:", "text:"}, kEnd = "translated text:";
  for (const auto begin : kBegins) {
    if (lower_ascii(text.substr(0, begin.size())) == begin) text.remove_prefix(begin.size());
  }
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

/// Size of a text before an instruction at its end, such as "Translate the text above to French.",
/// or of the whole text if it has none.
size_t size_before_instruction(std::string_view text, const ServedModels& models) {
  const auto whole = trimmed(text);
  const size_t end = whole.find_last_of('\n');
  if (end == std::string_view::npos) return text.size();
  const auto last = whole.substr(end + 1);
  const bool is_about_it = lower_ascii(last).find(" above") != std::string::npos;
  if (!is_about_it || !is_instruction(last) || !names_target(last, models)) return text.size();
  return static_cast<size_t>(last.data() - text.data());
}

/// Moves the instruction in the user's message to the front of the instructions.
void take_instruction(const ServedModels& models, ChatRequest& request) {
  const size_t before = size_before_instruction(request.text, models);
  if (before < request.text.size()) {
    request.instructions.insert(request.instructions.begin(), request.text.substr(before));
    request.text = std::string(trimmed(std::string_view(request.text).substr(0, before)));
    return;
  }
  const size_t size = instruction_size(request.text, models);
  const auto quoted = size > 0 ? std::string_view() : quoted_text(request.text, models);
  if (size == 0 && quoted.empty()) return;
  auto instruction = request.text.substr(0, size);
  auto text = std::string(without_marks(trimmed(std::string_view(request.text).substr(size))));
  if (size == 0) {
    const auto begin = static_cast<size_t>(quoted.data() - request.text.data());
    instruction = std::string(request.text).replace(begin, quoted.size(), "");
    text = std::string(quoted);
  }
  request.instructions.insert(request.instructions.begin(), std::move(instruction));
  request.text = std::move(text);
}

}  // namespace

ChatRequest read_chat(const json& messages, const ServedModels& models) {
  if (!messages.is_array()) throw Refusal(400, "messages must be a list of messages");
  ChatRequest request;
  std::string system;
  std::vector<std::string> earlier;
  bool has_text = false;
  for (const auto& message : messages) {
    if (!message.is_object()) throw Refusal(400, "messages must be a list of messages");
    const auto role = message.find("role");
    const auto name = role != message.end() && role->is_string() ? role->get<std::string>() : "";
    if (name == "user") {
      if (has_text && is_instruction(request.text)) earlier.push_back(std::move(request.text));
      request.text = content_of(message);
      has_text = true;
    } else if (name == "system" || name == "developer") {
      system += content_of(message) + '\n';
    }
  }
  if (!has_text) throw Refusal(400, "messages has no user message");
  request.instructions.push_back(std::move(system));
  std::ranges::move(earlier, std::back_inserter(request.instructions));
  take_instruction(models, request);
  return request;
}

}  // namespace regard::serve
