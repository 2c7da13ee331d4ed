#include "regard/translate/translation_model.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/regular_file.h"
#include "regard/base/str.h"
#include "regard/interop/load_model.h"
#include "regard/interop/make_model.h"
#include "regard/interop/model_directory.h"
#include "regard/model/device.h"
#include "regard/model/registry.h"
#include "regard/nn/shapes_only.h"
#include "regard/text/shortlist.h"
#include "regard/translate/searchers.h"
#include "regard/translate/translate_lines.h"
#include "translate/tensor_numbers.h"

namespace regard::translate {
namespace {

engine::Precision precision_of(Compute compute, const interop::ModelMetadata& metadata) {
  using engine::Precision;
  switch (compute) {
    case Compute::automatic:
      return metadata.int8 ? Precision::int8 : Precision::float32;
    case Compute::bf16:
      return Precision::bf16;
    case Compute::int8:
      return Precision::int8;
    default:
      return Precision::float32;
  }
}

using Vocabulary = std::function<std::vector<int32_t>(std::span<const int64_t>)>;

Vocabulary vocabulary_of(const std::string& directory, const text::TokenizerPair& tokenizers) {
  const auto path = interop::ModelDirectory(directory).shortlist();
  const auto remedy = str("make one: regard shortlist ", directory);
  if (!is_there(path)) throw Error("the model has no shortlist", path, remedy);
  const auto list = std::make_shared<const text::Shortlist>(text::Shortlist::load(path));
  const bool fits = list->tokenizer_hash() == tokenizers.hash() &&
                    list->target_vocab() == tokenizers.target().size();
  if (!fits) throw Error("was learned with other tokenizers than the model's", path, remedy);
  return [list](std::span<const int64_t> source) { return list->tokens_for(source); };
}

class FileWeights final : public engine::Weights {
 public:
  explicit FileWeights(interop::ModelFile& file) : file_(file) {}

  engine::Numbers read(const std::string& name, std::span<const int64_t>) const override {
    return numbers_of(file_.read(name));
  }

 private:
  interop::ModelFile& file_;
};

/// The options that only the engine has, in words; empty: none.
std::string wants_of_engine(const TranslatorOptions& options) {
  const bool rounds = options.compute == Compute::bf16 || options.compute == Compute::int8;
  if (!rounds) return options.shortlist ? "a shortlist" : "";
  return name_of(options.compute) + (options.shortlist ? " and a shortlist" : "");
}

void check_same_tokenizers(const std::string& hash, const std::string& other,
                           const std::string& directory) {
  if (hash == other) return;
  throw Error("has another tokenizer than the model it is combined with", directory,
              "models can be combined if they were trained with one tokenizer: tokenizer.model "
              "names an existing one");
}

/// Of models combined, if both know those of their training texts.
std::vector<std::string> words_of_both(const text::TokenizerPair& one,
                                       const text::TokenizerPair& other) {
  if (one.half_words() == nullptr || other.half_words() == nullptr) return {};
  std::vector<std::string> words;
  std::ranges::set_union(one.half_words()->words(), other.half_words()->words(),
                         std::back_inserter(words));
  return words;
}

}  // namespace

struct TranslationModel::Impl {
  Impl(const std::string& directory, TranslatorOptions chosen, torch::Device where)
      : parts(interop::open_model(directory, config::Task::translation)),
        options(std::move(chosen)),
        device(where) {
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
      others.push_back(interop::load_model(other, device));
      const auto& tokenizers = others.back().tokenizers;
      check_same_tokenizers(parts.tokenizers.hash(), tokenizers.hash(), other);
      parts.tokenizers.set_words(words_of_both(parts.tokenizers, tokenizers));
    }
    if (options.language_model.empty()) return;
    language_model = interop::load_language_model(options.language_model, device);
    check_same_tokenizers(parts.tokenizers.target().hash(),
                          language_model->tokenizers.target().hash(), options.language_model);
  }

  /// Nothing if the engine does not support the model, or if other models join it.
  std::optional<engine::Engine> make_engine(const std::string& directory) {
    engine::EngineOptions engine_options{.precision =
                                             precision_of(options.compute, parts.file.metadata())};
    if (options.shortlist) engine_options.vocabulary = vocabulary_of(directory, parts.tokenizers);
    if (!others.empty() || language_model) return {};
    const auto& architecture = model::find_architecture(parts.experiment.model);
    if (device.is_cpu() && engine::Engine::supports(architecture.name)) {
      parts.file.check_weights_of(*[&] {
        const nn::ShapesOnly shapes_only;
        return interop::make_model(parts.experiment, parts.tokenizers);
      }());
      return engine::Engine({.options = architecture.complete(parts.experiment.model),
                             .source_vocab = parts.tokenizers.source().size(),
                             .target_vocab = parts.tokenizers.target().size()},
                            FileWeights(parts.file), engine_options);
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
      made->to(device);
      made->eval();
      own_modules = std::move(made);
    });
    return *own_modules;
  }

  /// Warns, once, if the options ask for what only the engine has.
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

  /// The default limit of a line is that of the training text.
  TranslationRequest completed(TranslationRequest request) const {
    request.search = config::completed(request.search, parts.experiment.data);
    return request;
  }

  interop::OpenModel parts;
  TranslatorOptions options;
  torch::Device device;
  std::vector<interop::LoadedModel> others;
  std::optional<interop::LoadedLanguageModel> language_model;
  Searchers searchers;
  bool has_engine = false;
  std::shared_ptr<model::Seq2SeqModel> own_modules;
  std::once_flag modules_are_loaded, has_warned;
};

TranslationModel::TranslationModel(const std::string& directory, const TranslatorOptions& options,
                                   std::optional<torch::Device> device)
    : impl_(std::make_unique<Impl>(directory, options,
                                   device ? *device : model::device_named(options.device))) {}

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
