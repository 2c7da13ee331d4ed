#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Bytes of the address at the beginning of `text`, which is the beginning of a word: a URL, a mail
/// address, a domain, a file name, a path, a hashtag or a mention; 0: none.
size_t address_size(std::string_view text);

}  // namespace regard::text
