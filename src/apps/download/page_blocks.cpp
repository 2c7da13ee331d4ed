#include "download/page_blocks.h"

#include <algorithm>

namespace regard::download {
namespace {

/// The blocks from each heading to the next.
std::vector<std::vector<PageBlock>> sections_of(const std::vector<PageBlock>& blocks) {
  std::vector<std::vector<PageBlock>> sections(1);
  for (const auto& block : blocks) {
    if (block.kind == kHeading) sections.emplace_back();
    sections.back().push_back(block);
  }
  return sections;
}

}  // namespace

Texts pairs_of_blocks(const std::vector<PageBlock>& english, const std::vector<PageBlock>& french) {
  const auto one = sections_of(english), other = sections_of(french);
  if (one.size() != other.size()) return {};
  Texts pairs;
  for (size_t at = 0; at < one.size(); ++at) {
    const bool are_alike =
        std::ranges::equal(one[at], other[at], {}, &PageBlock::kind, &PageBlock::kind);
    const size_t most = std::min(one[at].size(), other[at].size());
    const bool has_heading = at > 0;
    const size_t taken = are_alike ? most : std::min<size_t>(most, has_heading ? 1 : 0);
    for (size_t block = 0; block < taken; ++block) {
      const auto &source = one[at][block].text, &target = other[at][block].text;
      if (!source.empty() && !target.empty()) pairs.emplace_back(source, target);
    }
  }
  return pairs;
}

}  // namespace regard::download
