#include "serve/chat_request.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "regard/base/ascii.h"
#include "regard/base/str.h"
#include "serve/language_names.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

using nlohmann::json;

/// Words between "to" and the language: "to language 'fr'", "into the French language".
constexpr size_t kNearWords = 3;

/// Of a message: a text, or a list of parts.
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

bool is_of_word(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80U;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (is_of_word(c)) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

/// A served language by its English name or its code; empty if the word is neither.
std::string language_in(const std::string& word, const ServedModels& models) {
  for (const auto& language : models.languages()) {
    if (lower_ascii(language_name(language)) == lower_ascii(word)) return language;
  }
  const bool may_be_code = word.find_first_of("-_") != std::string::npos || word.size() <= 3;
  return may_be_code ? models.language(word).value_or("") : "";
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

NamedLanguages languages_named(std::string_view instructions, const ServedModels& models) {
  constexpr size_t kMostBytes = 16'384;
  constexpr std::string_view kInto[] = {"to", "into"};
  NamedLanguages named;
  const auto words = words_of(instructions.substr(0, kMostBytes));
  for (size_t at = 0; at < words.size(); ++at) {
    const auto word = lower_ascii(words[at]);
    const bool is_into = std::ranges::find(kInto, word) != std::end(kInto);
    auto& place = is_into ? named.target : named.source;
    if ((!is_into && word != "from") || !place.empty()) continue;
    for (size_t near = at + 1; near < words.size() && near <= at + kNearWords; ++near) {
      const auto next = lower_ascii(words[near]);
      if (next == "to" || next == "into" || next == "from") break;
      place = language_in(words[near], models);
      if (!place.empty()) break;
    }
  }
  return named;
}

NamedLanguages languages_of_model(std::string_view name, const ServedModels& models) {
  name = name.substr(name.find_last_of("/:") + 1);  // npos + 1 is 0
  for (size_t at = 0; at < name.size(); ++at) {
    if (name[at] != '-' && name[at] != '_') continue;
    const auto source = models.language(name.substr(0, at));
    const auto target = models.language(name.substr(at + 1));
    if (source && target) return {.source = *source, .target = *target};
  }
  return {};
}

}  // namespace regard::serve
