#pragma once
#include "draw/language.h"
#include "draw/phrases.h"

namespace regard::words {

using draw::Language, draw::name_of;

/// What the texts of the teaching material, which are written in English, are in a language;
/// nullptr for English.
const draw::Phrases* phrases_of(Language language);

}  // namespace regard::words
