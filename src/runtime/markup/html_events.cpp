#include "markup/html_events.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "markup/text_atoms.h"

namespace regard::serve {
namespace {

/// Target ranges that the children of an element already occupy.
class TakenPlaces {
 public:
  struct Taken {
    size_t end;
    size_t source_begin;
  };

  void take(PlaceRange places, size_t source_begin) {
    taken_[places.begin] = {.end = places.end, .source_begin = source_begin};
  }

  bool has(size_t atom) const {
    const auto after = taken_.upper_bound(atom);
    return after != taken_.begin() && std::prev(after)->second.end > atom;
  }

  bool has_any(PlaceRange places) const {
    const auto first = taken_.lower_bound(places.begin);
    return first != taken_.end() && first->first < places.end;
  }

  /// `place` itself, or the edge of the element that contains it.
  size_t moved_out(size_t place, size_t source) const {
    const auto not_before = taken_.lower_bound(place);
    if (not_before == taken_.begin()) return place;
    const auto& [begin, taken] = *std::prev(not_before);
    if (taken.end <= place) return place;
    return source <= taken.source_begin ? begin : taken.end;
  }

 private:
  std::map<size_t, Taken> taken_;
};

class Placement {
 public:
  Placement(const HtmlSegment& segment, const AlignedAtoms& atoms)
      : segment_(segment), atoms_(atoms), targets_of_(atoms.source.size()) {
    unaligned_before_.push_back(0);
    for (size_t target = 0; target < atoms.target.size(); ++target) {
      const size_t source = atoms.source_of[target];
      if (source != kNoIndex) targets_of_[source].push_back(target);
      unaligned_before_.push_back(unaligned_before_.back() + (source == kNoIndex ? 1 : 0));
    }
    size_t last = kNoIndex;
    for (size_t source = 0; source <= atoms.source.size(); ++source) {
      aligned_before_.push_back(last);
      if (source < atoms.source.size() && !targets_of_[source].empty()) last = source;
    }
    aligned_from_.assign(atoms.source.size() + 1, kNoIndex);
    for (size_t source = atoms.source.size(); source-- > 0;) {
      aligned_from_[source] = targets_of_[source].empty() ? aligned_from_[source + 1] : source;
    }
  }

  std::vector<HtmlEvent> events() {
    add_children(segment_.nodes[0], {.begin = 0, .end = atoms_.target.size()});
    return std::move(events_);
  }

 private:
  struct Placed {
    const HtmlNode* node;
    PlaceRange source;
    PlaceRange target = {};
    bool has_place = false;
  };

  PlaceRange source_of(const HtmlNode& node) const {
    const auto place = [&](size_t at) {
      const auto atom = std::ranges::lower_bound(atoms_.source, at, {}, &TextAtom::begin);
      return static_cast<size_t>(atom - atoms_.source.begin());
    };
    const size_t begin = place(node.begin);
    return {.begin = begin, .end = std::max(begin, place(node.end))};
  }

  void add_children(const HtmlNode& node, PlaceRange target) {
    const auto source = source_of(node);
    std::vector<Placed> children;
    for (const size_t child : node.children) {
      const auto& other = segment_.nodes[child];
      children.push_back({.node = &other, .source = source_of(other)});
    }
    TakenPlaces taken;
    place_elements(children, source, target, taken);
    place_marks(children, source, target, taken);
    std::ranges::stable_sort(children, {}, [](const Placed& child) {
      return std::tuple(child.target.begin, child.target.size() > 0);
    });
    for (const auto& child : children) add_events(child);
  }

  void add_events(const Placed& child) {
    using Kind = HtmlEvent::Kind;
    const bool is_lost = child.node->is_kept && child.target.size() == 0;  // its words are lost
    if (child.node->kind != HtmlNode::Kind::element || is_lost) {
      events_.push_back({.kind = Kind::mark, .place = child.target.begin, .node = child.node});
      return;
    }
    events_.push_back({.kind = Kind::opens,
                       .place = child.target.begin,
                       .node = child.node,
                       .is_empty = child.target.size() == 0});
    add_children(*child.node, child.target);
    events_.push_back({.kind = Kind::closes, .place = child.target.end, .node = child.node});
  }

  /// Places elements with the most words first; shorter ones fit in between.
  void place_elements(std::vector<Placed>& children, PlaceRange source, PlaceRange target,
                      TakenPlaces& taken) const {
    std::vector<std::pair<size_t, Placed*>> elements;
    for (auto& child : children) {
      if (child.source.size() == 0) continue;
      size_t count = 0;
      for (size_t i = child.source.begin; i < child.source.end; ++i) count += targets_of_[i].size();
      elements.emplace_back(count, &child);
    }
    std::ranges::stable_sort(elements, std::greater(), &std::pair<size_t, Placed*>::first);
    for (const auto& [count, child] : elements) {
      const bool is_whole = child->source == source;
      child->target = is_whole ? target : range_of(child->source, target, taken);
      child->has_place = is_whole || child->target.size() > 0;
      if (child->target.size() > 0) taken.take(child->target, child->source.begin);
    }
  }

  /// The target range of an element; empty if no target words belong to the element.
  PlaceRange range_of(PlaceRange source, PlaceRange target, const TakenPlaces& taken) const {
    constexpr double kGain = 10.0, kOther = 5.0,
                     kUnaligned = 1.0;  // weights of a word inside the range
    const auto is_free = [&](size_t atom) {
      return atom >= target.begin && atom < target.end && !taken.has(atom);
    };
    std::vector<size_t> wanted;
    for (size_t i = source.begin; i < source.end; ++i) {
      std::ranges::copy_if(targets_of_[i], std::back_inserter(wanted), is_free);
    }
    std::ranges::sort(wanted);
    const auto run = best_run(wanted, kGain, [&](PlaceRange between) {
      if (taken.has_any(between)) return std::numeric_limits<double>::infinity();
      const size_t unaligned = unaligned_before_[between.end] - unaligned_before_[between.begin];
      return kUnaligned * static_cast<double>(unaligned) +
             kOther * static_cast<double>(between.size() - unaligned);
    });
    if (run.size() > 0) return run;
    for (size_t i = source.begin; i < source.end; ++i) {
      const size_t nearest = atoms_.nearest_target[i];
      if (nearest != kNoIndex && is_free(nearest)) return {.begin = nearest, .end = nearest + 1};
    }
    return {};
  }

  void place_marks(std::vector<Placed>& children, PlaceRange source, PlaceRange target,
                   const TakenPlaces& taken) const {
    size_t last_note = target.begin;
    for (auto& child : children) {
      if (child.has_place) continue;
      const bool is_note = child.node->kind == HtmlNode::Kind::note;
      size_t place = std::clamp(place_beside(child, source, target), target.begin, target.end);
      if (is_note) place = std::max(place, last_note);
      place = taken.moved_out(place, child.source.begin);
      if (is_note) last_note = place;
      child.target = {.begin = place, .end = place};
    }
  }

  size_t place_beside(const Placed& mark, PlaceRange source, PlaceRange target) const {
    if (mark.source.end == source.end) return target.end;
    if (mark.source.begin == source.begin) return target.begin;
    const size_t before = aligned_before_[mark.source.begin];
    const size_t after = aligned_from_[mark.source.end];
    const bool has_before = before != kNoIndex && before >= source.begin;
    const bool has_after = after != kNoIndex && after < source.end;
    if (has_after && (mark.node->hugs_next || !has_before)) return targets_of_[after].front();
    return has_before ? targets_of_[before].back() + 1 : target.begin;
  }

  const HtmlSegment& segment_;
  const AlignedAtoms& atoms_;
  std::vector<std::vector<size_t>> targets_of_;  // the targets of each source atom, sorted
  std::vector<size_t> unaligned_before_;  // number of unaligned atoms before each target atom
  std::vector<size_t> aligned_before_;  // for each source atom, the last one before it with targets
  std::vector<size_t> aligned_from_;    // for each source atom, the first from it on with targets
  std::vector<HtmlEvent> events_;
};

}  // namespace

std::vector<HtmlEvent> html_events(const HtmlSegment& segment, const AlignedAtoms& atoms) {
  return Placement(segment, atoms).events();
}

std::vector<size_t> places_of_nodes(const HtmlSegment& segment) {
  std::vector<size_t> places;
  for (const auto& node : segment.nodes) {
    places.push_back(node.begin);
    places.push_back(node.end);
  }
  std::ranges::sort(places);
  return places;
}

}  // namespace regard::serve
