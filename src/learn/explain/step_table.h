#pragma once
#include <string>
#include <utility>
#include <vector>

#include "explain/walk.h"
#include "ops/probe.h"

namespace regard::explain {

/// Describes the value of a probe, in words and as a formula.
struct StepRow {
  std::vector<std::string> probes;      ///< paths (ops/probe.h); a model has one of them
  Step step;                            ///< without its source and its values
  bool has_heads_side_by_side = false;  ///< whether columns of the values contain all heads
};

/// The changes that a model's options make to its equations.
struct Forms {
  bool has_bias = false;          ///< the projections of attention have biases
  bool is_pre_norm = false;       ///< a sublayer reads LN(x)
  bool is_convolutional = false;  ///< the encoder of a recurrent decoder
};

/// Collects rows of one part, whose probes have a common prefix.
class Rows {
 public:
  Rows(const std::string& part, std::string prefix) : part_(part), prefix_(std::move(prefix)) {}

  /// Adds a row with the part's own tokens as rows and numbers as columns; both can be changed.
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
/// The axis of a part's own tokens.
Axis own_axis(const std::string& part);

/// The expression behind the first value with this name. Throws std::out_of_range if there is none.
Citation citation_of(const ops::Recording& recording, const std::string& name);

/// Steps of a pass of `model` over one sentence with plain implementations, in the order of the
/// rows.
std::vector<Step> observed_steps(const ops::Recording& recording, const model::Seq2SeqModel& model);

}  // namespace regard::explain
