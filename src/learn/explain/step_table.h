#pragma once
#include <string>
#include <utility>
#include <vector>

#include "explain/walk.h"
#include "ops/probe.h"

namespace regard::explain {

/// What a probe of a model shows, in words and as a formula.
struct StepRow {
  std::vector<std::string> probes;      ///< their paths (ops/probe.h), of which a model has one
  Step step;                            ///< without its source and values
  bool has_heads_side_by_side = false;  ///< in the columns of the values
};

/// Makes rows of one part, whose probes have a common prefix.
class Rows {
 public:
  Rows(const std::string& part, std::string prefix) : part_(part), prefix_(std::move(prefix)) {}

  /// The row is of the part's own tokens, with numbers as its columns, until that is changed.
  StepRow& add(const std::vector<std::string>& probes, const std::string& title,
               const std::string& meaning, const std::string& formula);
  StepRow& add(const char* probe, const std::string& title, const std::string& meaning,
               const std::string& formula) {
    return add(std::vector<std::string>{probe}, title, meaning, formula);
  }
  std::vector<StepRow> take() && { return std::move(rows_); }

 private:
  std::string part_, prefix_;
  std::vector<StepRow> rows_;
};

void append(std::vector<StepRow>& all, std::vector<StepRow> more);
/// What the tokens of a part are.
Axis own_axis(const std::string& part);

/// The expression that gave the first value of this name. Throws std::out_of_range if there is
/// none.
Citation citation_of(const ops::Recording& recording, const std::string& name);

/// The steps of a pass over one sentence by plain bodies, in the order of the rows.
std::vector<Step> observed_steps(const ops::Recording& recording);

}  // namespace regard::explain
