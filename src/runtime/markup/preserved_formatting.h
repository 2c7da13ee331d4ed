#pragma once
#include <string>
#include <string_view>

namespace regard::serve {

/// The translation with the case of its first letter and with or without a mark at its end as the
/// source has them.
std::string with_formatting_of(std::string_view source, std::string translation);

}  // namespace regard::serve
