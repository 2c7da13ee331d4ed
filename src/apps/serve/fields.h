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

/// Throws Refusal (400) for a null character, at which other programs end a string. `what` names
/// the text in the message.
void refuse_null_character(std::string_view text, std::string_view what);

class RequestJson;
struct FormField;

/// The type of a request's body, in lower case and without parameters: "application/json".
std::string media_type(const HttpRequest& request);

/// The fields of a body that is a form of either kind, without files; none for other bodies. Throws
/// Error if it is malformed, or if it has over `most_texts` fields beyond those for options.
std::vector<FormField> form_fields(const HttpRequest& request, int64_t most_texts);

/// The fields of a request to an adapter that accepts a JSON object, a form of either kind, or a
/// query, where numbers are strings. A form has lists as in json_of_form(); its files are left out.
/// Functions throw Refusal (400), naming the field.
class Fields {
 public:
  /// Fields of the body override those of the query. Throws Refusal if the body is malformed, and
  /// Error if a form is, or if it has over `most_texts` fields beyond those for options. An
  /// unreadable body of GET or DELETE is ignored.
  static Fields of(const HttpRequest& request, int64_t most_texts = 1);
  ~Fields();
  Fields(Fields&&) noexcept;
  Fields& operator=(Fields&&) noexcept;

  /// Whether there is a value that is not null.
  bool has(const std::string& name) const;
  bool is_list(const std::string& name) const;
  // The functions for one value read the first value of a field that a form repeats.
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
  /// The integer in a field; nothing if the field is empty.
  std::optional<int64_t> integer(const std::string& name) const;
  bool flag(const std::string& name) const;

 private:
  Fields(nlohmann::json values, std::set<std::string> repeated);
  const nlohmann::json* find(const std::string& name) const;
  /// The first value of a field that a form repeats.
  const nlohmann::json* find_one(const std::string& name) const;

  std::unique_ptr<RequestJson> values_;
  std::set<std::string> repeated_;  ///< lists of a form
};

/// Fields that several of DeepL's paths read, with DeepL's error messages. All throw Refusal (400).

/// "source_lang" or "target_lang" as a language that is served; empty if the field is empty or
/// missing, or if the source is "auto", as some clients send.
std::string deepl_language(const Service& service, const Fields& fields, const std::string& name);

/// deepl_language() of a field that must name a language.
std::string needed_deepl_language(const Service& service, const Fields& fields,
                                  const std::string& name);

/// A list of names without commas, or comma-separated names, as in forms.
std::vector<std::string> deepl_list(const Fields& fields, const std::string& name);

/// The terms of "glossary_id" and "glossary_ids" for a direction, the first glossary's
/// terms first; null if neither field is given.
std::shared_ptr<const text::Glossary> deepl_glossary(const Service& service, const Fields& fields,
                                                     const std::string& owner,
                                                     const std::string& source,
                                                     const std::string& target);

/// Throws Refusal for features that no model here has and that would change the translation: a
/// formality, a style, a translation memory.
void check_deepl_style(const Fields& fields);

/// check_client() with DeepL's field "auth_key".
const ApiKeys::Key* check_deepl_client(Service& service, const HttpRequest& request,
                                       const Fields& fields, double cost);

/// The name of a request's key; empty without a key.
std::string owner_of(const ApiKeys::Key* key);

/// Reads tag_handling, split_sentences, preserve_formatting and the lists of tags. Throws Refusal
/// (400) for an unknown value, and for an option that needs another tag_handling.
void read_deepl_markup(const Fields& fields, TextRequest& wanted);

/// Options of a request to regard's native API.
struct Wanted {
  /// One question for each model that is needed, without lines.
  std::vector<Question> questions = {};
  /// The question of each text; nothing for a text that is returned unchanged.
  std::vector<std::optional<size_t>> question_of_text = {};
  /// The detected language of each text, if detection was requested.
  std::vector<LanguageDetector::Guess> detected = {};
  bool attention = false, alignment = false, token_scores = false, confidence = false;
  std::optional<int64_t> timeout_ms = {};
  std::optional<translate::Markup> markup = {};  ///< markup of the texts; nothing for lines

  bool has_words() const { return attention || alignment; }
  /// The model name of the first text that has one; empty if none has.
  std::string model() const { return questions.empty() ? "" : questions.front().model->name; }
  /// The prefix of all questions.
  std::string prefix() const { return questions.empty() ? "" : questions.front().prefix; }
};

/// Reads all fields except the texts. Throws Refusal and Error.
Wanted read_wanted(JsonRequest& fields, Service& service, const std::vector<std::string>& texts);

/// Reads the search options that a request may set; missing ones keep their values. Throws Error
/// for a value out of range.
void read_search(JsonRequest& fields, int64_t beam_limit, config::SearchOptions& search);

/// The same options as properties of a JSON schema.
nlohmann::ordered_json search_schema(int64_t beam_limit);

/// The options of a file that a request may set, as properties of a JSON schema.
nlohmann::ordered_json file_schema();

/// A text of several lines is translated line by line, as on the command line, and its answer has
/// only the text; the answer for a single line has its candidates.
nlohmann::json answer_of_text(std::span<const AnswerCache::Answer> lines, const TextLines& text,
                              const Wanted& wanted);

/// The same for a page; `texts` are its translated texts.
nlohmann::json answer_of_page(std::span<const AnswerCache::Answer> texts,
                              const documents::Document& page, const Wanted& wanted);

/// The answer for a text that stays unchanged: without candidates, sentences and words.
nlohmann::json unchanged_text(const std::string& text);

/// Language codes, as the server spells them if it serves them; empty if none is named.
struct NamedLanguages {
  std::string source, target;
};

/// The languages that instructions such as "from English to French", "into language 'fr'", "English
/// -> fr_FR", "target language: French" or "in French" name: by a code, or by a name in English, in
/// French or in the language itself.
NamedLanguages languages_named(std::string_view instructions, const ServedModels& models);

/// The languages that a model name such as "en-fr", "en_fr" or "regard/en-fr" names.
NamedLanguages languages_of_model(std::string_view name, const ServedModels& models);

/// The text to translate in an OpenAI chat request: the user's last message.
struct ChatRequest {
  /// The beginning of that message ("Translate to French:"), the system messages, and earlier
  /// messages of the user. The first that names a target language counts.
  std::vector<std::string> instructions;
  std::string text;
};

/// Throws Refusal (400) if no message is from the user, or if its content is not text.
ChatRequest read_chat(const nlohmann::json& messages, const ServedModels& models);

/// Whether a request to /translate comes from a client of DeepLX ({text, source_lang, target_lang})
/// or from kiss-translator ({text, from, to}, or `texts`), and not from a client of
/// LibreTranslate, which sends q.
bool is_of_deeplx(const Fields& fields);

/// Answers such a request in the same format. Throws Refusal as translate_texts does.
std::optional<HttpResponse> translate_as_deeplx(Service& service, const HttpRequest& request,
                                                const Fields& fields);

}  // namespace regard::serve
