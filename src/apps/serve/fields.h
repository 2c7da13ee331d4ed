#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document.h"
#include "regard/config/search_options.h"
#include "regard/text/glossary.h"
#include "regard/translate/translator_options.h"
#include "serve/answer_cache.h"
#include "serve/http_message.h"
#include "serve/languages.h"
#include "serve/request_body.h"
#include "serve/served_model.h"
#include "serve/service.h"
#include "serve/text_translation.h"

namespace regard::serve {

/// Throws Refusal (400) for a null character, which ends a string in other programs. `what` names
/// the text in the message.
void refuse_null_character(std::string_view text, std::string_view what);

class RequestJson;
struct FormField;

/// The type of a request's body, in lowercase and without parameters: "application/json".
std::string media_type(const HttpRequest& request);

/// The fields of a body that is a form of either kind, without files; none for other bodies. Throws
/// Error if the form is malformed or has more than `most_texts` fields beyond those for options.
std::vector<FormField> form_fields(const HttpRequest& request, int64_t most_texts);

/// The fields of a request to an adapter that accepts a JSON object, a form of either kind, or a
/// query, where numbers are strings. A form has lists as in json_of_form(); its files are left out.
/// All functions throw Refusal (400) that names the field.
class Fields {
 public:
  /// Fields of the body override those of the query. Throws Refusal if the body is malformed, and
  /// Error if a form is malformed or has more than `most_texts` fields beyond those for options. An
  /// unreadable body of GET or DELETE is ignored.
  static Fields of(const HttpRequest& request, int64_t most_texts = 1);
  ~Fields();
  Fields(Fields&&) noexcept;
  Fields& operator=(Fields&&) noexcept;

  /// Whether a field has a value that is not null.
  bool has(const std::string& name) const;
  bool is_list(const std::string& name) const;
  // If a form repeats a field, the functions for one value read its first value.
  bool is_flag(const std::string& name) const;  ///< a JSON boolean
  std::optional<std::string> text(const std::string& name) const;
  /// A string, or a number or boolean as written.
  std::optional<std::string> word(const std::string& name) const;
  /// An API key: a string, or a number as written. Empty if the field is missing or false.
  std::string key(const std::string& name) const;
  /// A list of strings; a single string is a list of one.
  std::vector<std::string> texts(const std::string& name) const;
  /// A list of JSON objects.
  std::vector<Fields> objects(const std::string& name) const;
  /// The integer in a field; nullopt if the field is empty.
  std::optional<int64_t> integer(const std::string& name) const;
  bool flag(const std::string& name) const;

 private:
  Fields(nlohmann::json values, std::set<std::string> repeated);
  const nlohmann::json* find(const std::string& name) const;
  /// The value of a field, or the first one if a form repeats the field.
  const nlohmann::json* find_one(const std::string& name) const;

  std::unique_ptr<RequestJson> values_;
  std::set<std::string> repeated_;  ///< names that a form repeats
};

/// Fields that several of DeepL's paths read, with DeepL's error messages. All throw Refusal (400).

/// The field "source_lang" or "target_lang" as a language that is served; empty if the field is
/// empty or missing, or if the source is "auto", as some clients send.
std::string deepl_language(const Service& service, const Fields& fields, const std::string& name);

/// Like deepl_language(), but the field must name a language.
std::string needed_deepl_language(const Service& service, const Fields& fields,
                                  const std::string& name);

/// A list of names that contain no commas, or comma-separated names, as in forms.
std::vector<std::string> deepl_list(const Fields& fields, const std::string& name);

/// The terms of the glossaries in "glossary_id" and "glossary_ids" for a direction, in this order;
/// null if neither field is given.
std::shared_ptr<const text::Glossary> deepl_glossary(const Service& service, const Fields& fields,
                                                     const std::string& owner,
                                                     const std::string& source,
                                                     const std::string& target);

/// Throws Refusal for features that would change the translation and that no model supports:
/// formality, style, and translation memories.
void check_deepl_style(const Fields& fields);

/// Like check_client(), but also reads DeepL's field "auth_key".
const ApiKeys::Key* check_deepl_client(Service& service, const HttpRequest& request,
                                       const Fields& fields, double cost);

/// The name of a request's key; empty without a key.
std::string owner_of(const ApiKeys::Key* key);

/// Reads tag_handling, split_sentences, preserve_formatting and the lists of tags. Throws Refusal
/// (400) for an unknown value, and for an option that needs a different tag_handling.
void read_deepl_markup(const Fields& fields, TextRequest& wanted);

/// Options of a request to regard's native API.
struct Wanted {
  /// One question without lines for each model that is needed.
  std::vector<Question> questions = {};
  /// The index of each text's question; nullopt for a text that is returned unchanged.
  std::vector<std::optional<size_t>> question_of_text = {};
  /// The detected language of each text, if detection was requested.
  std::vector<LanguageDetector::Guess> detected = {};
  bool attention = false, alignment = false, token_scores = false, confidence = false;
  std::optional<int64_t> timeout_ms = {};
  std::optional<translate::Markup> markup = {};  ///< markup of the texts; nullopt for lines

  bool has_words() const { return attention || alignment; }
  /// The model name of the first text that has one; empty if none has.
  std::string model() const { return questions.empty() ? "" : questions.front().model->name; }
  /// The prefix of all questions.
  std::string prefix() const { return questions.empty() ? "" : questions.front().prefix; }
};

/// Reads all fields except the texts. May throw Refusal and Error.
Wanted read_wanted(JsonRequest& fields, Service& service, const std::vector<std::string>& texts);

/// Reads the search options that a request may set; missing ones keep their values. Throws Error
/// for a value out of range.
void read_search(JsonRequest& fields, int64_t beam_limit, config::SearchOptions& search);

/// The search options that a request may set, as properties of a JSON schema.
nlohmann::ordered_json search_schema(int64_t beam_limit);

/// The options of a file that a request may set, as properties of a JSON schema.
nlohmann::ordered_json file_schema();

/// The answer for a text. Several lines are translated one by one, as on the command line, and the
/// answer has only the text; for a single line, it has the candidates.
nlohmann::json answer_of_text(std::span<const AnswerCache::Answer> lines, const TextLines& text,
                              const Wanted& wanted);

/// The answer for a page; `texts` are its translated texts.
nlohmann::json answer_of_page(std::span<const AnswerCache::Answer> texts,
                              const documents::Document& page, const Wanted& wanted);

/// The answer for a text that stays unchanged: without candidates, sentences and words.
nlohmann::json unchanged_text(const std::string& text);

/// Language codes, spelled like the server's if it serves them; empty if none is named.
struct NamedLanguages {
  std::string source, target;
};

/// The languages named in instructions such as "from English to French", "into language 'fr'",
/// "English -> fr_FR", "target language: French" or "in French": by code, or by name in English, in
/// French or in the language itself.
NamedLanguages languages_named(std::string_view instructions, const ServedModels& models);

/// The languages in a model name such as "en-fr", "en_fr" or "regard/en-fr".
NamedLanguages languages_of_model(std::string_view name, const ServedModels& models);

/// The text to translate in an OpenAI chat request: the user's last message.
struct ChatRequest {
  /// The beginning of the text's message ("Translate to French:"), the system messages, and earlier
  /// messages of the user. The first one that names a target language counts.
  std::vector<std::string> instructions;
  std::string text;
};

/// Reads a chat. Throws Refusal (400) if no message is from the user or its content is not text.
ChatRequest read_chat(const nlohmann::json& messages, const ServedModels& models);

/// Whether a request to /translate comes from a client of DeepLX ({text, source_lang, target_lang})
/// or from kiss-translator ({text, from, to}, or `texts`), and not from a client of
/// LibreTranslate, which sends q.
bool is_of_deeplx(const Fields& fields);

/// Answers a request for which is_of_deeplx() is true. Throws Refusal as translate_texts does.
std::optional<HttpResponse> translate_as_deeplx(Service& service, const HttpRequest& request,
                                                const Fields& fields);

}  // namespace regard::serve
