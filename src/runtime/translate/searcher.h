#pragma once
#include <functional>
#include <vector>

#include "engine/engine.h"
#include "search/hypothesis.h"
#include "translate/plan.h"
#include "translate/sources.h"

namespace regard::translate {

/// The hypotheses of a source, best first.
using Hypotheses = std::vector<search::Hypothesis>;

/// A way to find translations with a model. Several threads may use it at once.
class Searcher {
 public:
  virtual ~Searcher() = default;

  /// The hypotheses of each source, in order. Calls `before_step` before each step; it may throw to
  /// end the work.
  virtual std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                         const std::function<void()>& before_step) const = 0;

  /// How full places are that calls share.
  virtual engine::Engine::Fill fill() const { return {}; }
};

}  // namespace regard::translate
