#include "explain/interventions.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

namespace regard::explain {
namespace {

bool is_within(const ops::Observed& observed, std::string_view scope) {
  return std::ranges::any_of(observed.scopes, [&](const auto& name) { return scope == name.name; });
}

std::string kind_of_attention(const ops::Observed& observed) {
  if (!is_within(observed, "self-attention")) return "cross";
  return is_within(observed, "encoder") ? "encoder" : "decoder";
}

/// Contexts (batch, heads, query, width), or (batch, query, width) for attention without heads,
/// with the heads in `off` set to 0.
torch::Tensor without_heads(const ops::Observed& observed, const std::vector<HeadName>& off) {
  auto context = observed.value;
  const bool has_heads = context.dim() == 4;
  for (const auto& [attention, layer, head] : off) {
    if (attention != kind_of_attention(observed) || layer != observed.number_of("layer", 0) ||
        head >= (has_heads ? context.size(1) : 1)) {
      continue;
    }
    if (context.is_same(observed.value)) context = context.clone();
    (has_heads ? context.select(1, head) : context).zero_();
  }
  return context;
}

/// Steps of a decoder that recomputes every position, for one sentence.
class WholePrefixes {
 public:
  WholePrefixes(model::Seq2SeqModel& model, model::Memory memory)
      : model_(model), memory_(std::move(memory)) {}

  search::NextTokens operator()(const search::StepInput& input) {
    std::vector<std::vector<int64_t>> next;
    for (size_t row = 0; row < input.previous.size(); ++row) {
      next.emplace_back();
      if (!input.parents.empty()) next.back() = read_[static_cast<size_t>(input.parents[row])];
      next.back().push_back(input.previous[row]);
    }
    read_ = std::move(next);
    const auto rows = static_cast<int64_t>(read_.size());
    std::vector<torch::Tensor> ids;
    for (const auto& row : read_) ids.push_back(torch::tensor(row));
    const auto states = model_.decode_states(torch::stack(ids),
                                             memory_.select(torch::zeros({rows}, torch::kInt64)));
    const auto logits = model_.project(states.select(1, -1));
    return REGARD_OBSERVED("log-probabilities", logits.log_softmax(-1, torch::kFloat32));
  }

 private:
  model::Seq2SeqModel& model_;
  model::Memory memory_;
  std::vector<std::vector<int64_t>> read_;  // by row
};

search::TensorSteps whole_prefixes(model::Seq2SeqModel& model) {
  const auto begin = [&model](std::span<const engine::Source> sources) {
    const auto& tokens = sources.front().tokens;
    const std::vector<int64_t> ids(tokens.begin(), tokens.end());
    const auto source = torch::tensor(ids).unsqueeze(0);
    const auto steps = std::make_shared<WholePrefixes>(
        model, model.encode(source, torch::tensor({source.size(1)})));
    return [steps](const search::StepInput& input) { return (*steps)(input); };
  };
  return {begin, model.max_steps()};
}

}  // namespace

const char* switch_of(const ops::Observed& observed) {
  const std::string_view name = observed.name;
  const bool is_causal = is_within(observed, "decoder") && is_within(observed, "self-attention");
  if (name == "mask" && is_causal) return "mask";
  if (name == "scaled queries") return "scaling";
  if (name == "residual") return "residual";
  for (const auto* positions :
       {"sinusoidal positions", "sines, then cosines", "learned positions"}) {
    if (name == positions) return "positions";
  }
  return nullptr;
}

torch::Tensor Interventions::changed(const ops::Observed& observed) const {
  const auto& value = observed.value;
  if (std::string_view(observed.name) == "context") return without_heads(observed, heads_off);
  const auto* found = switch_of(observed);
  if (found == nullptr) return value;
  const std::string_view name = found;
  if (name == "mask" && !mask) return torch::ones_like(value);
  if (name == "scaling" && !scaling) return value * std::sqrt(static_cast<double>(value.size(-1)));
  if (name == "residual" && !residual) return torch::zeros_like(value);
  if (name == "positions" && !positions) return torch::zeros_like(value);
  return value;
}

torch::Tensor Interventions::tempered(const torch::Tensor& log_probs) const {
  return temperature == 1.0 ? log_probs.log_softmax(-1) : (log_probs / temperature).log_softmax(-1);
}

search::TensorSteps changed_steps(model::Seq2SeqModel& model,
                                  const search::BeamSearchOptions& options,
                                  const Interventions& interventions,
                                  const std::function<void(const ops::Recording&)>& seen) {
  const auto steps =
      interventions.mask ? search::steps_of({.models = {&model}}, options) : whole_prefixes(model);
  const auto change = [interventions](const ops::Observed& observed) {
    return interventions.changed(observed);
  };
  const auto begin = [=, begin = steps.begin](std::span<const engine::Source> sources) {
    const ops::Recording recording(change);
    return [=, step = begin(sources)](const search::StepInput& input) {
      const ops::Recording of_step(change);
      auto next = step(input);
      seen(of_step);
      if (interventions.temperature != 1.0) next.log_probs = interventions.tempered(next.log_probs);
      return next;
    };
  };
  return {begin, steps.max_steps};
}

}  // namespace regard::explain
