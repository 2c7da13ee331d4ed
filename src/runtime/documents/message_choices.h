#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard::documents {

/// Whether a message selects among texts, which are not translated: "{n, plural, one {...}}" in
/// ICU, "{0,choice,0#none|1#one}" in Java.
bool has_choice(std::string_view message);

/// Warnings about a file with `count` such messages.
std::vector<std::string> notes_of_choices(size_t count);

}  // namespace regard::documents
