#include "regard/translate/translation_model.h"

#include <filesystem>
#include <functional>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/str.h"
#include "regard/nn/shapes_only.h"
#include "regard/text/shortlist.h"
#include "regard/translate/model_directory.h"
#include "translate/model_parts.h"

namespace regard::translate {
namespace {

engine::Precision precision_named(const std::string& compute,
                                  const interop::ModelMetadata& metadata) {
  using engine::Precision;
  if (compute == "auto") return metadata.int8 ? Precision::int8 : Precision::float32;
  if (compute == "float32") return Precision::float32;
  if (compute == "bf16") return Precision::bf16;
  if (compute == "int8") return Precision::int8;
  throw Error(str("compute is '", compute, "', but must be auto, float32, bf16 or int8"));
}

using Vocabulary = std::function<std::vector<int32_t>(std::span<const int64_t>)>;

Vocabulary vocabulary_of(const std::string& directory, const text::TokenizerPair& tokenizers) {
  const auto path = (std::filesystem::path(directory) / kShortlistFile).string();
  const auto remedy = str("make one: regard shortlist ", directory);
  if (!std::filesystem::exists(path)) throw Error("the model has no shortlist", path, remedy);
  const auto list = std::make_shared<const text::Shortlist>(text::Shortlist::load(path));
  const bool fits = list->tokenizer_hash() == tokenizers.hash() &&
                    list->target_vocab() == tokenizers.target().size();
  if (!fits) throw Error("was learned with other tokenizers than the model's", path, remedy);
  return [list](std::span<const int64_t> source) { return list->tokens_for(source); };
}

/// What of the options only the engine has, in words; empty: nothing.
std::string wants_of_engine(const TranslationModelOptions& options) {
  const bool rounds = options.compute == "bf16" || options.compute == "int8";
  if (!rounds) return options.shortlist ? "a shortlist" : "";
  return options.shortlist ? options.compute + " and a shortlist" : options.compute;
}

}  // namespace

struct TranslationModel::Impl {
  Impl(const std::string& directory, TranslationModelOptions chosen)
      : parts(open_model_directory(directory, "translation")), options(std::move(chosen)) {
    make_engine(directory);
  }

  /// Leaves `engine` empty where it does not support the model.
  void make_engine(const std::string& directory) {
    engine::EngineOptions engine_options{
        .precision = precision_named(options.compute, parts.file.metadata())};
    if (options.shortlist) engine_options.vocabulary = vocabulary_of(directory, parts.tokenizers);
    if (!options.engine) return;
    const auto outline = [&] {
      const nn::ShapesOnly shapes_only;
      return make_model(parts.experiment, parts.tokenizers);
    }();
    if (options.device.is_cpu() && engine::Engine::supports(*outline)) {
      parts.file.check_weights_of(*outline);
      const auto names = interop::weight_names(*outline);
      engine.emplace(*outline, engine_options, [&](const torch::Tensor& parameter) {
        return parts.file.read(names.at(parameter.unsafeGetTensorImpl()));
      });
      return;
    }
    const auto wanted = wants_of_engine(options);
    if (wanted.empty()) return;
    throw Error(str("only the inference engine has ", wanted, ", and that works on the CPU"),
                options.shortlist ? "--shortlist" : "--compute",
                "leave it out, or use --device cpu");
  }

  ModelParts parts;
  TranslationModelOptions options;
  std::optional<engine::Engine> engine;
  std::shared_ptr<model::Seq2SeqModel> modules;
  std::once_flag modules_are_loaded, has_warned;
};

TranslationModel::TranslationModel(const std::string& directory,
                                   const TranslationModelOptions& options)
    : impl_(std::make_unique<Impl>(directory, options)) {
  if (!impl_->engine) modules();
}

TranslationModel::TranslationModel(TranslationModel&&) noexcept = default;
TranslationModel& TranslationModel::operator=(TranslationModel&&) noexcept = default;
TranslationModel::~TranslationModel() = default;

const config::Experiment& TranslationModel::experiment() const { return impl_->parts.experiment; }
const text::TokenizerPair& TranslationModel::tokenizers() const { return impl_->parts.tokenizers; }
const std::optional<engine::Engine>& TranslationModel::engine() const { return impl_->engine; }

model::Seq2SeqModel& TranslationModel::modules() const {
  std::call_once(impl_->modules_are_loaded, [this] {
    auto made = make_model(impl_->parts.experiment, impl_->parts.tokenizers);
    impl_->parts.file.load(*made);
    made->to(impl_->options.device);
    made->eval();
    impl_->modules = std::move(made);
  });
  return *impl_->modules;
}

model::Seq2SeqModel& TranslationModel::modules_for_search() const {
  std::call_once(impl_->has_warned, [this] {
    const auto left_out = wants_of_engine(impl_->options);
    if (left_out.empty()) return;
    log_warning("translating without ", left_out,
                ": this needs more than the inference engine supports");
  });
  return modules();
}

}  // namespace regard::translate
