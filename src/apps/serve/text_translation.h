#pragma once
#include <memory>
#include <string>
#include <vector>

#include "markup/markup_rules.h"
#include "regard/text/glossary.h"
#include "serve/language_detector.h"
#include "serve/service.h"

namespace regard::serve {

/// Texts of any number of lines, in one direction, as several faces ask for them.
struct TextRequest {
  std::vector<std::string> texts;
  std::string source;  ///< language, or "auto": each text's own
  std::string target;
  std::string model = {};  ///< model for texts in its direction; others use the first of theirs
  Markup markup = Markup::none;
  Splitting splitting = Splitting::lines;
  /// The first letter's case and the end mark are the source's (DeepL's preserve_formatting).
  bool preserve_formatting = false;
  MarkupRules rules = {};
  /// Translations beside the best, of each line by its rank: the beam is at least so wide.
  int64_t alternatives = 0;
  std::shared_ptr<const text::Glossary> glossary = {};
};

struct TranslatedItem {
  std::string text;
  std::vector<std::string> alternatives = {};
  LanguageDetector::Guess language = {};  ///< detected source language
};

/// A text that is in the target's language already stays as it is. Throws Refusal (400) for a
/// direction that is not served, and as Service::translate does.
std::vector<TranslatedItem> translate_texts(Service& service, const TextRequest& request,
                                            const Patience& patience);

/// The language that is served under a code (ServedModels::language). Throws Refusal (400).
std::string served_language(const Service& service, const std::string& code);

/// The model for a direction; null where texts stay as they are: in their own language, or in one
/// that is echoed. Throws Refusal (400) for a direction that is not served.
ServedModel* model_for(Service& service, const std::string& source, const std::string& target);

/// The language of a text to be translated: the best guess among the languages that are
/// translated into it and itself. Where nothing is recognized, the first of them, with confidence
/// 0.
LanguageDetector::Guess language_of(const Service& service, const std::string& text,
                                    const std::string& target);

/// The same for each of some texts. A text in which nothing is recognized counts as one in the
/// language of most of the others.
std::vector<LanguageDetector::Guess> languages_of(const Service& service,
                                                  const std::vector<std::string>& texts,
                                                  const std::string& target);

}  // namespace regard::serve
