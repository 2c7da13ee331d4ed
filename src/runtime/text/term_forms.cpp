#include "text/term_forms.h"

#include "base/utf8.h"
#include "text/characters.h"
#include "text/plurals.h"

namespace regard::text {

std::vector<std::string> forms_of_term(std::string_view text) {
  constexpr std::string_view kBar = " | ";
  std::vector<std::string> all;
  for (size_t bar = text.find(kBar); bar != std::string_view::npos; bar = text.find(kBar)) {
    all.emplace_back(trimmed(text.substr(0, bar)));
    text.remove_prefix(bar + kBar.size());
  }
  all.emplace_back(trimmed(text));
  return all;
}

MarkedForm without_marks(std::string_view text, std::string_view language) {
  constexpr size_t kFewestLetters = 2;  // "A*" is an algorithm, not a marked word
  MarkedForm form;
  const auto characters = characters_of(text);
  for (size_t at = 0; at < characters.size();) {
    size_t end = at;
    while (end < characters.size() && is_of_word(characters[end].value)) ++end;
    const bool is_word = end > at;
    if (!is_word) ++end;
    const auto word =
        text.substr(characters[at].begin, characters[end - 1].end - characters[at].begin);
    const bool is_marked = is_word && end - at >= kFewestLetters && end < characters.size() &&
                           characters[end].value == '*' &&
                           (end + 1 == characters.size() || !is_of_word(characters[end + 1].value));
    form.singular += word;
    form.plural += is_marked ? plural_of(word, language) : std::string(word);
    form.has_marks = form.has_marks || is_marked;
    at = end + (is_marked ? 1 : 0);
  }
  return form;
}

}  // namespace regard::text
