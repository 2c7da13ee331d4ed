#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regard::translate {

/// Whether `text`, a translation with forced terms, is a sentence as whole as `free`, the
/// translation without: as many ends of sentences, no word twice that was there once, none of the
/// words that the terms stand for, about as many words.
bool is_whole(std::string_view text, std::string_view free, std::span<const std::string> terms,
              std::span<const std::string> replaced);

}  // namespace regard::translate
