#pragma once
#include <cstddef>
#include <span>

#include "translate/plan.h"
#include "translate/sources.h"

namespace regard::translate {

/// Some of a plan's sources, with the parts of the plan for them. A source may occur several times.
struct Selection {
  Sources sources;
  Plan plan;
};

/// Makes selections from the sources of a plan.
class Selector {
 public:
  Selector(const Sources& sources, const Plan& plan)
      : sources_(sources), plan_(plan), none_{sources, plan} {
    for_each_list(none_, none_, [](auto& list, const auto&) { list.clear(); });
    none_.sources.behind.clear();
  }

  Selection of(std::span<const size_t> numbers) const {
    auto selected = none_;
    const Whole whole{sources_, plan_};
    for_each_list(selected, whole, [&](auto& list, const auto& all) {
      for (const size_t number : numbers) list.push_back(all[number]);
    });
    return selected;
  }

 private:
  struct Whole {
    const Sources& sources;
    const Plan& plan;
  };

  template <class From, class Each>
  static void for_each_list(Selection& to, const From& from, const Each& each) {
    each(to.sources.tokens, from.sources.tokens);
    each(to.sources.texts, from.sources.texts);
    each(to.sources.lines, from.sources.lines);
    each(to.sources.sentences, from.sources.sentences);
    each(to.sources.before, from.sources.before);
    each(to.sources.readings, from.sources.readings);
    each(to.sources.parts, from.sources.parts);
    each(to.plan.requests, from.plan.requests);
    each(to.plan.literals, from.plan.literals);
    each(to.plan.has_alternatives, from.plan.has_alternatives);
    each(to.plan.has_cut_prefix, from.plan.has_cut_prefix);
    each(to.plan.terms, from.plan.terms);
  }

  const Sources& sources_;
  const Plan& plan_;
  Selection none_;
};

}  // namespace regard::translate
