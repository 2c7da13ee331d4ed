#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
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

/// Throws Refusal (400) for a null character, at which other programs end a text. `what` names the
/// text in the message.
void refuse_null_character(std::string_view text, std::string_view what);

class RequestJson;
struct FormField;

/// The type of a request's body, in lower case and without parameters: "application/json".
std::string media_type(const HttpRequest& request);

/// The fields of a body that is a form of either kind, without files; none of another body. Throws
/// Error if it is broken.
std::vector<FormField> form_fields(const HttpRequest& request);

/// What a request says to an adapter that takes it as a JSON object, as a form of either kind, or
/// in the query, where numbers are texts. A name that a form has several times is a list; files of
/// a form are left out. Functions throw Refusal (400), naming the field.
class Fields {
 public:
  /// What the body says comes before what the query says. Throws Refusal if it is broken.
  static Fields of(const HttpRequest& request);
  ~Fields();
  Fields(Fields&&) noexcept;
  Fields& operator=(Fields&&) noexcept;

  /// Whether there is a value that is not null.
  bool has(const std::string& name) const;
  bool is_list(const std::string& name) const;
  std::optional<std::string> text(const std::string& name) const;
  /// A text, or a number or truth value as it is written.
  std::optional<std::string> word(const std::string& name) const;
  /// A text is a list of one.
  std::vector<std::string> texts(const std::string& name) const;
  /// A list of JSON objects.
  std::vector<Fields> objects(const std::string& name) const;
  /// The integer in a field; nothing if the field is empty.
  std::optional<int64_t> integer(const std::string& name) const;
  bool flag(const std::string& name) const;

 private:
  explicit Fields(nlohmann::json values);
  const nlohmann::json* find(const std::string& name) const;

  std::unique_ptr<RequestJson> values_;
};

/// Fields that several of DeepL's paths read, with the errors that DeepL answers. All throw Refusal
/// (400).

/// "source_lang" or "target_lang" as a language that is served; empty if the field is, or if the
/// source is "auto", as some clients say.
std::string deepl_language(const Service& service, const Fields& fields, const std::string& name);

/// deepl_language() of a field that must name a language.
std::string needed_deepl_language(const Service& service, const Fields& fields,
                                  const std::string& name);

/// A list of names without commas, or names with commas between them, as forms have it.
std::vector<std::string> deepl_list(const Fields& fields, const std::string& name);

/// The terms of "glossary_id" and "glossary_ids" for a direction, those of the first one first;
/// null without any.
std::shared_ptr<const text::Glossary> deepl_glossary(const Service& service, const Fields& fields,
                                                     const std::string& owner,
                                                     const std::string& source,
                                                     const std::string& target);

/// Refuses what no model here can do and what would change the translation: a formality, a style,
/// a translation memory.
void check_deepl_style(const Fields& fields);

/// The name of the key of a request; empty without one.
std::string owner_of(const ApiKeys::Key* key);

/// Reads tag_handling, split_sentences, preserve_formatting and the lists of tags. Throws Refusal
/// (400) for a value that is not known, and for an option that needs another tag_handling.
void read_deepl_markup(const Fields& fields, TextRequest& wanted);

/// Options of a request to regard's native API.
struct Wanted {
  /// One for each model that texts are translated with, without lines.
  std::vector<Question> questions = {};
  /// The question of each text; nothing for a text that is returned unchanged.
  std::vector<std::optional<size_t>> question_of_text = {};
  /// The detected language of each text, if detection was requested.
  std::vector<LanguageDetector::Guess> detected = {};
  bool attention = false, alignment = false, token_scores = false, confidence = false;
  std::optional<int64_t> timeout_ms = {};
  std::optional<translate::Markup> markup = {};  ///< of the texts; nothing for lines

  bool has_words() const { return attention || alignment; }
  /// The model name of the first text that has one; empty if none has.
  std::string model() const { return questions.empty() ? "" : questions.front().model->name; }
  /// The prefix of all questions.
  std::string prefix() const { return questions.empty() ? "" : questions.front().prefix; }
};

/// Reads all fields but the texts. Throws Refusal and Error.
Wanted read_wanted(JsonRequest& fields, Service& service, const std::vector<std::string>& texts);

/// Reads the search options that a request may set; those that it leaves out keep their values.
/// Throws Error for a value out of its bounds.
void read_search(JsonRequest& fields, int64_t beam_limit, config::SearchOptions& search);

/// The same options as properties of a JSON schema.
nlohmann::ordered_json search_schema(int64_t beam_limit);

/// The options of a file that a request may set, as such properties.
nlohmann::ordered_json file_schema();

/// A text of several lines is translated line by line, as by the command line, and its answer has
/// only the text; that of one line has its candidates.
nlohmann::json answer_of_text(std::span<const AnswerCache::Answer> lines, const TextLines& text,
                              const Wanted& wanted);

/// The same of a page, whose texts these are.
nlohmann::json answer_of_page(std::span<const AnswerCache::Answer> texts,
                              const documents::Document& page, const Wanted& wanted);

/// The answer for a text that stays as it is: without candidates, sentences and words.
nlohmann::json unchanged_text(const std::string& text);

/// Codes of languages, as the server has them if it serves them; empty where none is named.
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
  /// What that message begins with ("Translate to French:"), the messages of the system, and
  /// earlier messages of the user. The first that names a target language counts.
  std::vector<std::string> instructions;
  std::string text;
};

/// Throws Refusal (400) if there is no message of the user, or one that is not text.
ChatRequest read_chat(const nlohmann::json& messages, const ServedModels& models);

/// Whether a request to /translate is one of DeepLX's clients ({text, source_lang, target_lang}),
/// or of kiss-translator ({text, from, to}, or `texts`), and not one of LibreTranslate's, which
/// have q.
bool is_of_deeplx(const Fields& fields);

/// Answers it in the same way. Throws Refusal as translate_texts does.
std::optional<HttpResponse> translate_as_deeplx(Service& service, const HttpRequest& request,
                                                const Fields& fields);

}  // namespace regard::serve
