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
#include "regard/interop/load_model.h"
#include "regard/interop/make_model.h"
#include "regard/interop/model_directory.h"
#include "regard/nn/shapes_only.h"
#include "regard/text/shortlist.h"
#include "regard/translate/searchers.h"
#include "regard/translate/translate_lines.h"

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
  const auto path = interop::ModelDirectory(directory).shortlist();
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

void check_same_tokenizers(const std::string& hash, const std::string& other,
                           const std::string& directory) {
  if (hash == other) return;
  throw Error("has another tokenizer than the model it is combined with", directory,
              "models can be combined if they were trained with one tokenizer: tokenizer.model "
              "names an existing one");
}

}  // namespace

struct TranslationModel::Impl {
  Impl(const std::string& directory, TranslationModelOptions chosen)
      : parts(interop::open_model(directory, "translation")), options(std::move(chosen)) {
    load_helpers();
    auto engine = make_engine(directory);
    has_engine = engine.has_value();
    if (has_engine) searchers.push_back(engine_searcher(std::move(*engine)));
    searchers.push_back(module_searcher([this] { return decoders(); }));
    searchers.push_back(random_searcher([this]() -> auto& { return modules_for_search(); }));
    if (!has_engine) modules();
  }

  void load_helpers() {
    for (const auto& other : options.others) {
      others.push_back(interop::load_model(other, options.device));
      check_same_tokenizers(parts.tokenizers.hash(), others.back().tokenizers.hash(), other);
    }
    if (options.language_model.empty()) return;
    language_model = interop::load_language_model(options.language_model, options.device);
    check_same_tokenizers(parts.tokenizers.target().hash(),
                          language_model->tokenizers.target().hash(), options.language_model);
  }

  /// None where it does not support the model, or others help it.
  std::optional<engine::Engine> make_engine(const std::string& directory) {
    engine::EngineOptions engine_options{
        .precision = precision_named(options.compute, parts.file.metadata())};
    if (options.shortlist) engine_options.vocabulary = vocabulary_of(directory, parts.tokenizers);
    if (!others.empty() || language_model) return {};
    const auto outline = [&] {
      const nn::ShapesOnly shapes_only;
      return interop::make_model(parts.experiment, parts.tokenizers);
    }();
    if (options.device.is_cpu() && engine::Engine::supports(*outline)) {
      parts.file.check_weights_of(*outline);
      const auto names = interop::weight_names(*outline);
      return engine::Engine(*outline, engine_options, [&](const torch::Tensor& parameter) {
        return parts.file.read(names.at(parameter.unsafeGetTensorImpl()));
      });
    }
    const auto wanted = wants_of_engine(options);
    if (wanted.empty()) return {};
    throw Error(str("only the inference engine has ", wanted, ", and that works on the CPU"),
                options.shortlist ? "--shortlist" : "--compute",
                "leave it out, or use --device cpu");
  }

  model::Seq2SeqModel& modules() {
    std::call_once(modules_are_loaded, [this] {
      auto made = interop::make_model(parts.experiment, parts.tokenizers);
      parts.file.load(*made);
      made->to(options.device);
      made->eval();
      own_modules = std::move(made);
    });
    return *own_modules;
  }

  /// Warns, once, where something was asked for that only the engine has.
  model::Seq2SeqModel& modules_for_search() {
    std::call_once(has_warned, [this] {
      const auto left_out = wants_of_engine(options);
      if (left_out.empty()) return;
      log_warning("translating without ", left_out,
                  ": this needs more than the inference engine supports");
    });
    return modules();
  }

  search::Decoders decoders() {
    search::Decoders decoders{.models = {&modules_for_search()}};
    for (auto& other : others) decoders.models.push_back(other.model.get());
    if (language_model) decoders.language_model = language_model->model.get();
    return decoders;
  }

  /// Where the caller leaves it open, a line may be as long as those of the training.
  TranslationRequest completed(TranslationRequest request) const {
    request.search = config::completed(request.search, parts.experiment.data);
    return request;
  }

  interop::OpenModel parts;
  TranslationModelOptions options;
  std::vector<interop::LoadedModel> others;
  std::optional<interop::LoadedLanguageModel> language_model;
  Searchers searchers;
  bool has_engine = false;
  std::shared_ptr<model::Seq2SeqModel> own_modules;
  std::once_flag modules_are_loaded, has_warned;
};

TranslationModel::TranslationModel(const std::string& directory,
                                   const TranslationModelOptions& options)
    : impl_(std::make_unique<Impl>(directory, options)) {}

TranslationModel::TranslationModel(TranslationModel&&) noexcept = default;
TranslationModel& TranslationModel::operator=(TranslationModel&&) noexcept = default;
TranslationModel::~TranslationModel() = default;

std::vector<Translation> TranslationModel::translate(
    std::span<const std::string> lines, const TranslationRequest& request,
    const std::function<void()>& before_step) const {
  return translate_lines(impl_->searchers, tokenizers(), lines, impl_->completed(request),
                         before_step);
}

std::vector<Translation> TranslationModel::translate(
    const Sources& sources, const TranslationRequest& request,
    const std::function<void()>& before_step) const {
  return translate_sources(impl_->searchers, tokenizers(), sources, request, before_step);
}

const config::Experiment& TranslationModel::experiment() const { return impl_->parts.experiment; }
const text::TokenizerPair& TranslationModel::tokenizers() const { return impl_->parts.tokenizers; }
bool TranslationModel::has_engine() const { return impl_->has_engine; }
model::Seq2SeqModel& TranslationModel::modules() const { return impl_->modules(); }

}  // namespace regard::translate
