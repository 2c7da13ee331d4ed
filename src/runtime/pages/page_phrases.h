#pragma once
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>

#include "draw/language.h"
#include "draw/phrases.h"

namespace regard::report {

/// What the pages of this folder say in a language; nullptr for English.
const draw::Phrases* phrases_of_pages(draw::Language language);

/// Texts of a page's script by the English ones, in the language of this thread's pictures: its
/// `phrases`, which ui.js looks up.
nlohmann::json phrases_of_script(std::initializer_list<const char*> texts);

}  // namespace regard::report
