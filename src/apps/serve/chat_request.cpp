#include "serve/fields.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "serve/http_message.h"
#include "serve/languages.h"

namespace regard::serve {
namespace {

/// Words between "to" and the language: "to language 'fr'", "into the French language".
constexpr size_t kNearWords = 3;

struct OtherName {
  std::string_view name, code;  ///< in small letters
};
/// Names of languages other than the English name that the server gives them.
constexpr OtherName kOtherNames[] = {
    {"afrikaans", "af"}, {"albanian", "sq"},    {"allemand", "de"}, {"anglais", "en"},
    {"arabe", "ar"},     {"armenian", "hy"},    {"basque", "eu"},   {"bengali", "bn"},
    {"castilian", "es"}, {"chinois", "zh"},     {"coréen", "ko"},   {"deutsch", "de"},
    {"espagnol", "es"},  {"español", "es"},     {"farsi", "fa"},    {"filipino", "tl"},
    {"flemish", "nl"},   {"français", "fr"},    {"galician", "gl"}, {"georgian", "ka"},
    {"icelandic", "is"}, {"italien", "it"},     {"japonais", "ja"}, {"malay", "ms"},
    {"mandarin", "zh"},  {"néerlandais", "nl"}, {"persian", "fa"},  {"polonais", "pl"},
    {"portugais", "pt"}, {"russe", "ru"},       {"serbian", "sr"},  {"swahili", "sw"},
    {"tagalog", "tl"},   {"tamil", "ta"},       {"thai", "th"},     {"ukrainien", "uk"},
    {"urdu", "ur"},      {"welsh", "cy"},
};

bool is_of_word(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80U;
}

/// Words in small letters; an arrow is "to", and so is what stands within "English-to-French".
std::vector<std::string> words_of(std::string_view text) {
  std::string spaced;
  while (!text.empty()) {
    constexpr std::string_view kTo[] = {"->", "=>", "→", "-to-", "-into-"};
    const auto* to = std::ranges::find_if(kTo, [&](auto mark) { return text.starts_with(mark); });
    spaced += to == std::end(kTo) ? std::string(1, lower_ascii(text.front())) : " to ";
    text.remove_prefix(to == std::end(kTo) ? 1 : to->size());
  }
  std::vector<std::string> words;
  std::string word;
  for (const char c : spaced + ' ') {
    if (is_of_word(c)) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

/// The language of a code that the server may not know; empty if none has it.
std::string language_of_code(const std::string& code, const ServedModels& models) {
  if (auto served = models.language(code)) return std::move(*served);
  const auto base = base_language(code);
  return language_name(base) == base ? "" : base;
}

/// The language of a name; empty if it is none.
std::string language_of_name(const std::string& name, const ServedModels& models) {
  for (const auto& language : models.languages()) {
    if (lower_ascii(language_name(language)) == name) return language;
  }
  for (const auto& code : named_languages()) {
    if (lower_ascii(language_name(code)) == name) return code;
  }
  const auto* other = std::ranges::find(kOtherNames, name, &OtherName::name);
  if (other == std::end(kOtherNames)) return {};
  return models.language(other->code).value_or(std::string(other->code));
}

/// Reads the words of instructions.
class Instructions {
 public:
  Instructions(std::string_view text, const ServedModels& models)
      : words_(words_of(text)), models_(models) {}

  NamedLanguages languages() const {
    NamedLanguages named;
    for (size_t at = 0; at < words_.size(); ++at) {
      if (is_any(at, {"to", "into", "vers"}) || names_side(at, {"target", "output"})) {
        if (!named.target.empty()) continue;
        named.target = language_near(at);
        if (!named.target.empty() && named.source.empty()) named.source = language_before(at);
      } else if (is_any(at, {"from", "depuis"}) || names_side(at, {"source", "input"})) {
        if (named.source.empty()) named.source = language_near(at);
      }
    }
    if (named.target.empty()) named.target = language_inside();
    return named;
  }

 private:
  bool is_any(size_t at, std::initializer_list<std::string_view> words) const {
    return at < words_.size() && std::ranges::find(words, words_[at]) != words.end();
  }

  /// "target language", "target: fr".
  bool names_side(size_t at, std::initializer_list<std::string_view> sides) const {
    return is_any(at, sides) && !is_any(at + 1, {"text"});
  }

  /// The language of one of the words behind `at`.
  std::string language_near(size_t at) const {
    for (size_t near = at + 1; near < words_.size() && near <= at + kNearWords; ++near) {
      if (is_any(near, {"to", "into", "from", "vers"})) break;
      if (auto language = language_at(near); !language.empty()) return language;
    }
    return {};
  }

  /// "English to French", "English text to French", "en to fr"; not "it" in "Translate it to
  /// French".
  std::string language_before(size_t at) const {
    for (size_t back = 1; back <= 2 && back <= at; ++back) {
      auto language = language_of_name(words_[at - back], models_);
      if (!language.empty()) return language;
    }
    const bool is_of_codes = at > 0 && is_code(at - 1) && is_code(at + 1);
    return is_of_codes ? language_of_code(words_[at - 1], models_) : "";
  }

  /// "Translate this text in French", "Traduis ce texte en français".
  std::string language_inside() const {
    bool translates = false;
    for (size_t at = 0; at + 1 < words_.size(); ++at) {
      translates |= words_[at].starts_with("translat") || words_[at].starts_with("tradui");
      if (!translates || !is_any(at, {"in", "en"})) continue;
      if (auto language = language_of_name(words_[at + 1], models_); !language.empty()) {
        return language;
      }
    }
    return {};
  }

  std::string language_at(size_t at) const {
    const auto& word = words_[at];
    const bool is_verb = word == "polish" && is_any(at + 1, {"the", "this", "it", "your"});
    if (is_verb) return {};
    if (auto language = language_of_name(word, models_); !language.empty()) return language;
    const bool has_region = word.find_first_of("-_") != std::string::npos;
    if (!has_region && word.size() > 3) return {};
    if (auto served = models_.language(word)) return std::move(*served);
    // "to it" names no language, but "en to it", "it to en" and "language it" do.
    const bool is_meant = has_region || is_any(at - 1, {"language", "lang", "code", "locale"}) ||
                          (is_any(at + 1, {"to", "into"}) && is_code_of_served(at + 2)) ||
                          (at > 1 && is_any(at - 1, {"to", "into"}) && is_code_of_served(at - 2));
    return is_meant ? language_of_code(word, models_) : "";
  }

  bool is_code(size_t at) const {
    return at < words_.size() && words_[at].size() <= 3 &&
           !language_of_code(words_[at], models_).empty();
  }
  bool is_code_of_served(size_t at) const {
    return at < words_.size() && words_[at].size() <= 3 && models_.language(words_[at]).has_value();
  }

  std::vector<std::string> words_;
  const ServedModels& models_;
};

}  // namespace

NamedLanguages languages_named(std::string_view instructions, const ServedModels& models) {
  constexpr size_t kMostBytes = 16'384;
  return Instructions(instructions.substr(0, kMostBytes), models).languages();
}

NamedLanguages languages_of_model(std::string_view name, const ServedModels& models) {
  name = name.substr(name.find_last_of("/:") + 1);  // npos + 1 is 0
  for (size_t at = 0; at < name.size(); ++at) {
    if (name[at] != '-' && name[at] != '_') continue;
    const auto source = language_of_code(std::string(name.substr(0, at)), models);
    const auto target = language_of_code(std::string(name.substr(at + 1)), models);
    if (!source.empty() && !target.empty()) return {.source = source, .target = target};
  }
  return {};
}

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
