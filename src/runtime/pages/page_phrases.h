#pragma once
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>

#include "draw/language.h"
#include "draw/phrases.h"

namespace regard::report {

/// Translations of the texts of this folder's pages into a language; nullptr for English.
const draw::Phrases* phrases_of_pages(draw::Language language);

/// Translations of the English texts of a page's script, in the language of this thread's pictures:
/// the `phrases` that ui.js looks up.
nlohmann::json phrases_of_script(std::initializer_list<const char*> texts);

}  // namespace regard::report
