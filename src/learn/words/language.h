#pragma once
#include "draw/language.h"
#include "draw/phrases.h"

namespace regard::words {

using draw::Language, draw::name_of;

/// Translations of the teaching material's English texts into a language; nullptr for English.
const draw::Phrases* phrases_of(Language language);

}  // namespace regard::words
