#include "module_search/searchers.h"

#include <utility>
#include <vector>

#include "interop/load_model.h"
#include "model/modules.h"
#include "regard/translate/use_modules.h"
#include "translate/searcher.h"

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
                         .target_vocab = target_vocab,
                         .alignment = model.alignment()},
                        ModuleWeights(parameters), options);
}

namespace {

template <class Make>
auto loaded(store::OpenModel& open, const Make& make, torch::Device device) {
  auto made = make(open.experiment, open.tokenizers);
  interop::load(open.file, *made);
  made->to(device);
  made->eval();
  return made;
}

std::shared_ptr<model::Seq2SeqModel> translation_model(store::OpenModel& open,
                                                       torch::Device device) {
  auto made = loaded(open, interop::make_model, device);
  made->read_alignments_at(store::alignment_of(open.experiment, open.file.metadata()));
  return made;
}

class LoadedModules final : public Modules {
 public:
  explicit LoadedModules(const ModelParts& parts)
      : parts_(parts), device_(model::device_named(parts.options.device)) {
    model::set_threads(parts.options.threads);
    model_ = translation_model(parts.model, device_);
  }

  std::unique_ptr<const Searcher> searcher() override {
    search::Decoders decoders{.models = {model_.get()}};
    for (auto& other : parts_.others) {
      others_.push_back(translation_model(other, device_));
      decoders.models.push_back(others_.back().get());
    }
    if (parts_.language_model != nullptr) {
      language_model_ = loaded(*parts_.language_model, interop::make_language_model, device_);
      decoders.language_model = language_model_.get();
    }
    return module_searcher([decoders] { return decoders; });
  }

  std::optional<AttendedTranslation> attention_of(const std::string& line,
                                                  const Translation& translation) const override {
    return translate::attention_of(*model_, parts_.model.tokenizers, line, translation);
  }

  AttendedTranslation translate_with_attention(
      const std::string& line, const config::SearchOptions& options) const override {
    return translate::translate_with_attention(*model_, parts_.model.tokenizers, line, options);
  }

  model::Seq2SeqModel& model() const { return *model_; }

 private:
  ModelParts parts_;
  torch::Device device_;
  std::shared_ptr<model::Seq2SeqModel> model_;
  std::vector<std::shared_ptr<model::Seq2SeqModel>> others_;
  std::shared_ptr<model::LanguageModel> language_model_;
};

constexpr ModuleMaker kMaker = {
    .is_cpu = [](const std::string& device) { return model::device_named(device).is_cpu(); },
    .make = [](const ModelParts& parts) -> std::unique_ptr<Modules> {
      return std::make_unique<LoadedModules>(parts);
    }};

}  // namespace

void use_modules() { module_maker() = &kMaker; }

model::Seq2SeqModel& module_of(const TranslationModel& model) {
  return dynamic_cast<const LoadedModules&>(model.modules()).model();
}

}  // namespace regard::translate
