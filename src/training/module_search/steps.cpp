#include "module_search/steps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

#include "module_search/batches.h"
#include "ops/probe.h"

namespace regard::search {
namespace {

torch::Tensor on_device(std::span<const int64_t> numbers, torch::Device device) {
  return torch::tensor(torch::ArrayRef<int64_t>(numbers.data(), numbers.size()), torch::kInt64)
      .to(device);
}

bool is_identity(std::span<const int64_t> rows, size_t count) {
  for (size_t row = 0; row < rows.size(); ++row) {
    if (rows[row] != static_cast<int64_t>(row)) return false;
  }
  return rows.size() == count;
}

/// Runs the steps of a translation model's decoder.
class TranslationSteps {
 public:
  TranslationSteps(model::Seq2SeqModel& model, model::Memory memory)
      : model_(model), all_(std::move(memory)), memory_(all_), state_(model.start(all_)) {
    sentences_.resize(static_cast<size_t>(all_.batch()));
    std::iota(sentences_.begin(), sentences_.end(), 0);
  }

  bool shifts_attention() const { return model_.alignment().shifted; }

  model::StepOutput operator()(const StepInput& input, bool want_attention) {
    const auto device = all_.states.device();
    // Before the first step each sentence has one row of the state.
    const auto parents = input.parents.empty() ? input.sentences : input.parents;
    if (!is_identity(parents, sentences_.size())) {
      state_ = state_.select(on_device(parents, device));
    }
    // The rows of a sentence share its memory, so memory_ changes only if their number does.
    if (!std::ranges::equal(input.sentences, sentences_)) {
      sentences_.assign(input.sentences.begin(), input.sentences.end());
      memory_ = all_.select(on_device(input.sentences, device));
    }
    return model_.step(on_device(input.previous, device), memory_, state_, want_attention);
  }

 private:
  model::Seq2SeqModel& model_;
  model::Memory all_;
  model::Memory memory_;  // memory of the rows of the last step
  model::DecoderState state_;
  std::vector<int64_t> sentences_;  // sentence of each row of the last step
};

/// Runs the steps of the optional language model.
class LanguageSteps {
 public:
  LanguageSteps(model::LanguageModel& model, int64_t eos) : model_(model), eos_(eos) {}

  torch::Tensor operator()(const StepInput& input, torch::Device device) {
    const auto rows = static_cast<int64_t>(input.previous.size());
    if (input.parents.empty()) {
      state_ = model_.start(rows);
      return model_.step(torch::full({rows}, eos_, torch::kInt64).to(device), state_);
    }
    state_ = state_.select(on_device(input.parents, device));
    return model_.step(on_device(input.previous, device), state_);
  }

 private:
  model::LanguageModel& model_;
  int64_t eos_;
  model::DecoderState state_;
};

/// Mean of probabilities (rows, vocab), as log-probabilities. It stays on the device, unlike the
/// mean that the engine computes.
torch::Tensor mean_of(const std::vector<torch::Tensor>& log_probs) {
  if (log_probs.size() == 1) return log_probs.front();
  return torch::stack(log_probs).logsumexp(0) - std::log(static_cast<double>(log_probs.size()));
}

class Steps {
 public:
  Steps(const Decoders& decoders, const torch::Tensor& source, const torch::Tensor& source_lengths,
        bool want_attention, int64_t eos)
      : want_attention_(want_attention), language_weight_(decoders.language_weight) {
    for (auto* model : decoders.models) {
      TORCH_CHECK(!model->is_training(), "beam_search: the model must be in eval mode");
      models_.emplace_back(*model, model->encode(source, source_lengths));
    }
    if (decoders.language_model != nullptr) language_.emplace(*decoders.language_model, eos);
  }

  NextTokens operator()(const StepInput& input) {
    std::vector<torch::Tensor> log_probs;
    std::vector<StepAttention> attention;
    for (auto& model : models_) {
      const auto output = model(input, want_attention_);
      log_probs.push_back(
          REGARD_OBSERVED("log-probabilities", output.logits.log_softmax(-1, torch::kFloat32)));
      if (output.attention.defined()) {
        attention.push_back({output.attention, model.shifts_attention()});
      }
    }
    auto mean = mean_of(log_probs);
    if (language_) {
      const auto logits = (*language_)(input, mean.device());
      mean = mean + language_weight_ * logits.log_softmax(-1, torch::kFloat32);
    }
    return {std::move(mean), std::move(attention)};
  }

 private:
  bool want_attention_;
  double language_weight_;
  std::vector<TranslationSteps> models_;
  std::optional<LanguageSteps> language_;
};

}  // namespace

TensorSteps steps_of(const Decoders& decoders, const BeamSearchOptions& options) {
  TensorSteps all;
  for (const auto* model : decoders.models) {
    all.max_steps = std::min(all.max_steps, model->max_steps());
  }
  all.begin = [decoders, want_attention = options.wants_attention(),
               eos = options.eos](std::span<const engine::Source> sources) {
    const auto device = translate::device_of(*decoders.models.front());
    std::vector<std::span<const int64_t>> rows;
    bool wants_any = want_attention;
    for (const auto& source : sources) {
      rows.push_back(source.tokens);
      wants_any = wants_any || source.request->keep_attention;
    }
    const auto steps = std::make_shared<Steps>(decoders, translate::padded(rows, device),
                                               translate::lengths_of(rows, device), wants_any, eos);
    return [steps](const StepInput& input) { return (*steps)(input); };
  };
  return all;
}

}  // namespace regard::search
