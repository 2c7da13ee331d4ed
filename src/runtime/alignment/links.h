#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace regard::alignment {

/// A source word and a target word that are translations of each other, as positions from 0.
struct Link {
  int32_t source;
  int32_t target;

  // NOLINTNEXTLINE(modernize-use-nullptr): the 0 is in the code that the compiler generates
  auto operator<=>(const Link&) const = default;
};

/// The links of a sentence pair, sorted, without duplicates.
using Links = std::vector<Link>;

/// Writes links as "0-0 1-2", the format of Pharaoh and Moses.
std::string to_pharaoh(const Links& links);
/// Throws Error naming `where` for a line in a different format.
Links from_pharaoh(std::string_view line, const std::string& where);

/// Manually annotated links of a sentence pair (Och and Ney, 2003).
struct GoldLinks {
  Links sure;      ///< unambiguous
  Links possible;  ///< links of ambiguous words, idioms and function words; includes all sure links
};

/// Parses a line such as "1-1 2p3": positions from 1, `-` for sure and `p` for possible links.
/// Throws Error with `where` for a line in a different format.
GoldLinks parse_gold(std::string_view line, const std::string& where);

/// Throws Error with `where` for a link beyond the `sources` source or `targets` target words.
void check_links(const GoldLinks& gold, size_t sources, size_t targets, const std::string& where);

std::vector<Links> read_pharaoh(const std::string& path);
std::vector<GoldLinks> read_gold(const std::string& path);

}  // namespace regard::alignment
