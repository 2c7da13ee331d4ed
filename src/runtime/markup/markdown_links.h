#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "markup/text_atoms.h"

namespace regard::serve {

inline constexpr auto kAbsent = std::string_view::npos;

/// The part of a link after its words.
struct LinkEnd {
  size_t end = 0;                        ///< offset after the part; 0 if there is none
  std::optional<PlaceRange> title = {};  ///< the title without its quotes
};

/// The address and title in the parentheses that begin at `at`.
LinkEnd link_end(std::string_view text, size_t at);

/// The link definition that begins at `at`, "[name]: address "title"", up to the end of a line.
/// Address and title may each begin on the next line, and a title may span lines.
LinkEnd definition_end(std::string_view text, size_t at);

/// A link label normalized for comparison: lowercase, with single spaces.
std::string label_of(std::string_view name);

/// The label that a line defines, "[name]: address"; empty if there is none.
std::string_view defined_label(std::string_view line);

/// Size of the tag, comment or address in <> at the beginning of `text`; 0 if there is none.
size_t angle_size(std::string_view text);

}  // namespace regard::serve
