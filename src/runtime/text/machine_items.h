#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Bytes of what machines and catalogues write, at the beginning of `text`, which is the beginning
/// of a word: a UUID, an IPv6 or MAC address, a version (v1.2.3-rc.1), a Roman number, an amount
/// behind the code of its currency (USD 5), keys (Ctrl+C); 0: none.
size_t machine_size(std::string_view text);

/// Bytes of the option of a command at the beginning of `text`, which stands behind white space or
/// an opening mark: --flag, --size=3, -x; 0: none.
size_t option_size(std::string_view text);

/// Bytes of a path or a URL with spaces, or the name of a mail address, between quotes at the
/// beginning of `text`; 0: none.
size_t quoted_size(std::string_view text);

/// Bytes of a reference between parentheses at the beginning of `text`: (Smith, 2019), (1),
/// (*); 0: none.
size_t reference_size(std::string_view text);

/// Bytes of a unit or a currency, the same in English and French, at the beginning of `text`, with
/// the space before it: " km", " kWh", " EUR"; 0: none.
size_t unit_size(std::string_view text);

}  // namespace regard::text
