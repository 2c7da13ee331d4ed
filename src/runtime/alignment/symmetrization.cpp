#include "alignment/symmetrization.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace regard::alignment {
namespace {

/// A growing set of links, with the words already linked.
class Growing {
 public:
  Growing(const Links& start, const Links& candidates) {
    for (const auto* links : {&start, &candidates}) {
      for (const auto& [source, target] : *links) {
        sources_.resize(std::max<size_t>(sources_.size(), static_cast<size_t>(source) + 1));
        targets_.resize(std::max<size_t>(targets_.size(), static_cast<size_t>(target) + 1));
      }
    }
    for (const auto& link : start) take(link);
  }

  bool has(const Link& link) const { return std::ranges::binary_search(links_, link); }
  bool links_source(const Link& link) const { return sources_[static_cast<size_t>(link.source)]; }
  bool links_target(const Link& link) const { return targets_[static_cast<size_t>(link.target)]; }

  void take(const Link& link) {
    links_.insert(std::ranges::lower_bound(links_, link), link);
    sources_[static_cast<size_t>(link.source)] = true;
    targets_[static_cast<size_t>(link.target)] = true;
  }
  bool is_next_to_one(const Link& link) const {
    for (int32_t source = link.source - 1; source <= link.source + 1; ++source) {
      for (int32_t target = link.target - 1; target <= link.target + 1; ++target) {
        if (has({source, target})) return true;
      }
    }
    return false;
  }
  Links links() && { return std::move(links_); }

 private:
  Links links_;
  std::vector<bool> sources_, targets_;
};

void grow(Growing& growing, const Links& candidates) {
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& link : candidates) {
      if (growing.links_source(link) && growing.links_target(link)) continue;
      if (!growing.is_next_to_one(link)) continue;
      growing.take(link);
      grown = true;
    }
  }
}

void take_unlinked(Growing& growing, const Links& candidates) {
  for (const auto& link : candidates) {
    if (!growing.links_source(link) && !growing.links_target(link)) growing.take(link);
  }
}

}  // namespace

Links symmetrized(const Links& forward, const Links& backward, Symmetrization method) {
  Links common, all;
  std::ranges::set_intersection(forward, backward, std::back_inserter(common));
  std::ranges::set_union(forward, backward, std::back_inserter(all));
  switch (method) {
    case Symmetrization::forward:
      return forward;
    case Symmetrization::backward:
      return backward;
    case Symmetrization::all:
      return all;
    case Symmetrization::posterior:
    case Symmetrization::intersection:
      return common;
    case Symmetrization::grow_diag:
    case Symmetrization::grow_diag_final_and:
      break;
  }
  Growing growing(common, all);
  grow(growing, all);
  if (method == Symmetrization::grow_diag_final_and) {
    take_unlinked(growing, forward);
    take_unlinked(growing, backward);
  }
  return std::move(growing).links();
}

}  // namespace regard::alignment
