#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace regard::serve {

/// The first `most` bytes or so of what a text says in a language: without tags and what elements
/// keep untranslated, without mentions, hashtags, links, addresses, placeholders, code and numbers.
/// Empty if there is nothing else.
std::string natural_text(std::string_view text, size_t most);

}  // namespace regard::serve
