#include "cli/line_language.h"

#include "serve/languages.h"

namespace regard::cli {

findings::LanguageGuess language_of_line(std::string_view text) {
  static const serve::LanguageDetector kDetector(serve::named_languages());
  const auto [language, confidence] = kDetector.of_line(text);
  return {language, confidence};
}

}  // namespace regard::cli
