#include "module_search/module_engine.h"

#include "model/modules.h"
#include "module_search/tensor_numbers.h"

namespace regard::translate {
namespace {

using Parameters = torch::OrderedDict<std::string, torch::Tensor>;

class ModuleWeights final : public engine::Weights {
 public:
  explicit ModuleWeights(const Parameters& parameters) : parameters_(parameters) {}

  engine::Numbers read(const std::string& name, std::span<const int64_t> shape) const override {
    const auto& weight = parameters_[name];
    TORCH_CHECK(weight.sizes() == at::IntArrayRef(shape.data(), shape.size()), name, " has shape ",
                weight.sizes());
    return numbers_of(weight);
  }

 private:
  const Parameters& parameters_;
};

}  // namespace

std::optional<engine::Engine> engine_of(model::Seq2SeqModel& model,
                                        const engine::EngineOptions& options) {
  const auto section = model::section_of(model);
  if (!section || !engine::Engine::supports(section->find("type")->text)) return {};
  const auto parameters = model.named_parameters();
  const int64_t target_vocab = model.output_layer()->bias.size(0);
  const auto* source = parameters.find("encoder.embedding.weight");
  return engine::Engine({.options = *section,
                         .source_vocab = source == nullptr ? target_vocab : source->size(0),
                         .target_vocab = target_vocab},
                        ModuleWeights(parameters), options);
}

}  // namespace regard::translate
