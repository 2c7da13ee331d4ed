#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/markup_rules.h"
#include "regard/text/glossary.h"
#include "regard/translate/translation.h"
#include "serve/languages.h"
#include "serve/service.h"
#include "text/sentences.h"

namespace regard::serve {

/// A text whose lines are translated while line ends, and parts that are not language
/// (text/sentences.h), stay unchanged.
class TextLines {
 public:
  explicit TextLines(const std::string& text, Splitting splitting = Splitting::lines);

  /// The texts to translate, in order: lines, or paragraphs if line ends are spaces.
  std::vector<std::string> lines() const;

  /// The text with a translation for each of lines(), in that order.
  std::string with(std::span<const std::string> translations) const;

 private:
  std::vector<text::Block> blocks_;
};

/// Whether the translation of a text that was not split lacks sentences, as happens with a model
/// trained on single sentences.
bool lacks_sentences(const std::string& source, const translate::Translation& translation);

/// A request, from one of several APIs, to translate texts of any number of lines in one direction.
struct TextRequest {
  std::vector<std::string> texts;
  std::string source;  ///< a language, or "auto": each text's own
  std::string target;
  std::string model = {};  ///< model for its direction; other directions use their first model
  Markup markup = Markup::none;
  Splitting splitting = Splitting::lines;
  /// Takes the case of the first letter and the end mark from the source (as in DeepL's API).
  bool preserve_formatting = false;
  MarkupRules rules = {};
  /// Number of alternative translations of each line, by rank. The beam is at least this wide.
  int64_t alternatives = 0;
  std::shared_ptr<const text::Glossary> glossary = {};
  std::optional<std::string> tag = {};  ///< in place of the model's search.tag
};

struct TranslatedItem {
  std::string text;
  std::vector<std::string> alternatives = {};
  LanguageDetector::Guess language = {};  ///< detected source language
};

/// Translates texts, unless they are already in the target language. Throws Refusal (400) if the
/// direction is not served, and every exception of Service::translate.
std::vector<TranslatedItem> translate_texts(Service& service, const TextRequest& request,
                                            const Deadline& deadline);

/// Throws Refusal (400) if the model does not know the question's search.tag.
void check_tag(const Question& question);

/// Sets search.tag to `tag` if it is given. Throws as check_tag does.
void set_tag(const std::optional<std::string>& tag, Question& question);

/// The language that is served under a code (ServedModels::language). Throws Refusal (400).
std::string served_language(const Service& service, const std::string& code);

/// The model for a direction; null if texts stay unchanged, because the target is their own
/// language or one that is echoed. Throws Refusal (400) for a direction that is not served.
ServedModel* model_for(Service& service, const std::string& source, const std::string& target);

/// The language of a text to be translated: the best guess among `target` and the languages
/// translated into it, or another served language if the text is surely in it. If nothing is
/// recognized, the first language translated into `target`, with confidence 0.
LanguageDetector::Guess language_of(const Service& service, const std::string& text,
                                    const std::string& target);

/// The language of each text. A text in which nothing is recognized gets the most frequent language
/// of the others.
std::vector<LanguageDetector::Guess> languages_of(const Service& service,
                                                  const std::vector<std::string>& texts,
                                                  const std::string& target);

}  // namespace regard::serve
