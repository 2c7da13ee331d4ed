#pragma once
#include <string>

#include "regard/translate/attended_translation.h"

namespace regard::report {

/// One HTML file that shows every attention map of a translation: source, layer and head are
/// chosen with selectors that the keyboard reaches, pointing at a cell (or walking there with the
/// arrow keys) says its value. Needs nothing beside it and no network; its own script draws.
/// `model`: what the page calls the model. Throws Error if there is no map.
std::string attention_page(const translate::AttendedTranslation& translation,
                           const std::string& source_text, const std::string& model);

/// A piece for a reader: "▁chat" as "chat", and what goes on with a word as "·ons"; a lone "▁" as
/// "␣"; punctuation and special tokens as they are.
std::string readable_piece(const std::string& piece);

}  // namespace regard::report
