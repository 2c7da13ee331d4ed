#pragma once
#include <string>
#include <string_view>

#include "serve/served_model.h"

namespace regard::serve {

/// Codes of languages, as the server has them if it serves them; empty where none is named.
struct NamedLanguages {
  std::string source, target;
};

/// The languages that instructions such as "from English to French", "into language 'fr'", "English
/// -> fr_FR", "target language: French" or "in French" name, in English or in French.
NamedLanguages languages_named(std::string_view instructions, const ServedModels& models);

/// The languages that a model name such as "en-fr", "en_fr" or "regard/en-fr" names.
NamedLanguages languages_of_model(std::string_view name, const ServedModels& models);

}  // namespace regard::serve
