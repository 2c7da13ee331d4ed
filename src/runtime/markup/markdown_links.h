#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "markup/text_atoms.h"

namespace regard::serve {

inline constexpr auto kAbsent = std::string_view::npos;

/// What stands behind the words of a link.
struct LinkEnd {
  size_t end = 0;                        ///< behind it; 0: there is none
  std::optional<PlaceRange> title = {};  ///< within its quotes
};

/// The address, and the title, in the parentheses that begin at `at`.
LinkEnd link_end(std::string_view text, size_t at);

/// The definition of a link that begins at `at`, "[name]: address "title"", up to the end of its
/// line.
LinkEnd definition_end(std::string_view text, size_t at);

/// The name of a link as it is compared: in small letters, with single spaces.
std::string label_of(std::string_view name);

/// The name that a line defines as a link, "[name]: address"; empty: none.
std::string_view defined_label(std::string_view line);

/// Bytes of the tag, comment or address in <> at the beginning of `text`; 0: there is none.
size_t angle_size(std::string_view text);

}  // namespace regard::serve
