#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "regard/search/hypothesis.h"
#include "regard/translate/plan.h"
#include "regard/translate/sources.h"

namespace regard::translate {

/// Of one source, best first.
using Hypotheses = std::vector<search::Hypothesis>;

/// One way to find translations with a model. Several threads may use it at once.
class Searcher {
 public:
  virtual ~Searcher() = default;

  /// Whether it can do all that the plan asks for.
  virtual bool can(const Plan& plan) const = 0;

  /// The hypotheses of each source, in their order. `before_step` is called before each step and
  /// may throw to end the work.
  virtual std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                         const std::function<void()>& before_step) const = 0;
};

/// The ways that there are with a model: the first that can do what a plan asks for takes it.
using Searchers = std::vector<std::unique_ptr<const Searcher>>;

}  // namespace regard::translate
