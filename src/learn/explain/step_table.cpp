#include "explain/step_table.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>

namespace regard::explain {
// Rows for the part "encoder" or "decoder", each function from its own source file.
std::vector<StepRow> input_rows(const std::string& part, const Forms& forms);
std::vector<StepRow> transformer_rows(const std::string& part, const Forms& forms);
std::vector<StepRow> recurrent_rows(const std::string& part, const Forms& forms);
std::vector<StepRow> conditional_rows(const std::string& part);

namespace {

using ByPath = std::map<std::string, std::vector<const ops::Observed*>>;

/// All rows, in the page's order. A new source of rows needs a declaration above and a line here.
std::vector<StepRow> all_rows(const Forms& forms) {
  std::vector<StepRow> all;
  for (const std::string part : {"encoder", "decoder"}) {
    append(all, input_rows(part, forms));
    append(all, transformer_rows(part, forms));
    append(all, recurrent_rows(part, forms));
    append(all, conditional_rows(part));
  }
  return all;
}

Forms forms_of(const ByPath& shown, const model::Seq2SeqModel& model) {
  const auto weights = model.named_parameters();
  const auto has_norm = [](const auto& entry) { return entry.first.ends_with("attention/norm"); };
  return {.has_bias = std::ranges::any_of(
              weights, [](const auto& weight) { return weight.key().ends_with("W_q.bias"); }),
          .is_pre_norm = std::ranges::any_of(shown, has_norm),
          .is_convolutional = shown.contains("encoder/convolutions")};
}

Citation place_of(const ops::Probe& probe) { return {probe.source_file(), probe.expression}; }

/// A matrix for each head of a single sentence, from (batch, heads, query, key), (batch, position,
/// size), (position, batch, size), (position, size), or (batch, size) for one step.
std::vector<torch::Tensor> heads_of(const ops::Observed& observed, const StepRow& row) {
  auto value = observed.value;
  if (value.dim() == 4) return value.squeeze(0).unbind(0);
  if (value.dim() == 3) value = value.squeeze(value.size(0) == 1 ? 0 : 1);
  if (!row.has_heads_side_by_side) return {value};
  return value.chunk(observed.number_of("heads", 1), 1);
}

/// Adds the values of a probe, which were seen once or at each step of a sequence.
void add_values(Step& step, const StepRow& row, const std::vector<const ops::Observed*>& shown) {
  std::vector<std::vector<std::vector<torch::Tensor>>> pieces;  // by layer and head
  for (const auto* observed : shown) {
    const auto layer = static_cast<size_t>(observed->number_of("layer", 0));
    const auto heads = heads_of(*observed, row);
    if (pieces.size() <= layer) pieces.resize(layer + 1);
    pieces[layer].resize(heads.size());
    for (size_t head = 0; head < heads.size(); ++head) pieces[layer][head].push_back(heads[head]);
  }
  const bool is_backward = shown.front()->number_of("backward", -1) != -1;
  for (auto& layer : pieces) {
    auto& heads = step.values.emplace_back();
    for (auto& head : layer) {
      if (is_backward)
        std::reverse(head.begin(),
                     head.end());  // the backward direction reads the last token first
      heads.push_back(torch::cat(head));
    }
  }
}

}  // namespace

StepRow& Rows::add(const std::vector<std::string>& probes, const std::string& title,
                   const std::string& meaning, const std::string& formula) {
  auto& row = rows_.emplace_back();
  for (const auto& probe : probes) row.probes.push_back(prefix_ + probe);
  row.step.part = part_;
  row.step.title = title;
  row.step.meaning = meaning;
  row.step.formula = formula;
  row.step.rows = own_axis(part_);
  return row;
}

void append(std::vector<StepRow>& all, std::vector<StepRow> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

Axis own_axis(const std::string& part) { return part == "encoder" ? Axis::source : Axis::target; }

Citation citation_of(const ops::Recording& recording, const std::string& name) {
  for (const auto& observed : recording.values()) {
    if (observed.name == name) return place_of(observed.probe);
  }
  throw std::out_of_range("explain: no probe showed " + name);
}

std::vector<Step> observed_steps(const ops::Recording& recording,
                                 const model::Seq2SeqModel& model) {
  ByPath shown;
  for (const auto& observed : recording.values()) shown[observed.path()].push_back(&observed);
  std::vector<Step> steps;
  for (const auto& row : all_rows(forms_of(shown, model))) {
    for (const auto& path : row.probes) {
      const auto found = shown.find(path);
      if (found == shown.end()) continue;
      auto& step = steps.emplace_back(row.step);
      step.source = place_of(found->second.front()->probe);
      add_values(step, row, found->second);
    }
  }
  return steps;
}

}  // namespace regard::explain
