#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard::documents {

/// Whether a message selects one of several texts, none of which is translated:
/// "{n, plural, one {...}}" in ICU, "{0,choice,0#none|1#one}" in Java.
bool has_choice(std::string_view message);

/// Warnings about a file with `count` messages that select one of several texts.
std::vector<std::string> notes_of_choices(size_t count);

}  // namespace regard::documents
