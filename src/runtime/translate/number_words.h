#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace regard::translate {

/// The number from 1 to 100 that an English or a French word spells, in any case: two, Deux,
/// twenty-one, quatre-vingt-dix. None for the articles that mean one.
std::optional<int64_t> spelled_number(std::string_view word);

}  // namespace regard::translate
