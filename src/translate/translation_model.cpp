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
#include "regard/translate/engine_searcher.h"
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
    open_helpers();
    auto engine = make_engine(directory);
    has_engine = engine.has_value();
    searcher = has_engine ? engine_searcher(std::move(*engine)) : searcher_of_modules();
  }

  void open_helpers() {
    for (const auto& other : options.others) {
      others.push_back(interop::open_model(other, config::Task::translation));
      const auto& tokenizers = others.back().tokenizers;
      check_same_tokenizers(parts.tokenizers.hash(), tokenizers.hash(), other);
      parts.tokenizers.set_words(words_of_both(parts.tokenizers, tokenizers));
    }
    if (options.language_model.empty()) return;
    language_model = interop::load_language_model(options.language_model, device);
    check_same_tokenizers(parts.tokenizers.target().hash(),
                          language_model->tokenizers.target().hash(), options.language_model);
  }

  bool suits_engine(const interop::OpenModel& one) const {
    return device.is_cpu() && !language_model &&
           engine::Engine::supports(model::find_architecture(one.experiment.model).name);
  }

  engine::Engine engine_of(interop::OpenModel& one, engine::EngineOptions engine_options) const {
    engine_options.precision = precision_of(options.compute, one.file.metadata());
    one.file.check_weights_of(*[&] {
      const nn::ShapesOnly shapes_only;
      return interop::make_model(one.experiment, one.tokenizers);
    }());
    const auto& architecture = model::find_architecture(one.experiment.model);
    return engine::Engine({.options = architecture.complete(one.experiment.model),
                           .source_vocab = one.tokenizers.source().size(),
                           .target_vocab = one.tokenizers.target().size()},
                          FileWeights(one.file), engine_options);
  }

  /// Nothing if the engine does not support the models, or if a language model joins them.
  std::optional<engine::Engine> make_engine(const std::string& directory) {
    engine::EngineOptions engine_options;
    if (options.shortlist) engine_options.vocabulary = vocabulary_of(directory, parts.tokenizers);
    const auto suits = [this](const auto& one) { return suits_engine(one); };
    if (suits(parts) && std::ranges::all_of(others, suits)) {
      auto engine = engine_of(parts, engine_options);
      for (auto& other : others) engine.join(engine_of(other, {}));
      return engine;
    }
    const auto wanted = wants_of_engine(options);
    if (wanted.empty()) return {};
    if (language_model) {
      log_warning("translating without ", wanted,
                  ": this needs more than the inference engine supports");
      return {};
    }
    throw Error(str("only the inference engine has ", wanted, ", and that works on the CPU"),
                options.shortlist ? "--shortlist" : "--compute",
                "leave it out, or use --device cpu");
  }

  std::unique_ptr<const Searcher> searcher_of_modules() {
    for (auto& other : others) other_modules.push_back(loaded(other));
    search::Decoders decoders{.models = {&modules()}};
    for (auto& other : other_modules) decoders.models.push_back(other.get());
    if (language_model) decoders.language_model = language_model->model.get();
    return module_searcher([decoders] { return decoders; });
  }

  std::shared_ptr<model::Seq2SeqModel> loaded(interop::OpenModel& one) const {
    auto made = interop::make_model(one.experiment, one.tokenizers);
    one.file.load(*made);
    made->to(device);
    made->eval();
    return made;
  }

  model::Seq2SeqModel& modules() {
    std::call_once(modules_are_loaded, [this] { own_modules = loaded(parts); });
    return *own_modules;
  }

  /// The default limit of a line is that of the training text.
  TranslationRequest completed(TranslationRequest request) const {
    request.search = config::completed(request.search, parts.experiment.data);
    return request;
  }

  interop::OpenModel parts;
  TranslatorOptions options;
  torch::Device device;
  std::vector<interop::OpenModel> others;
  std::optional<interop::LoadedLanguageModel> language_model;
  std::shared_ptr<model::Seq2SeqModel> own_modules;
  std::vector<std::shared_ptr<model::Seq2SeqModel>> other_modules;
  std::once_flag modules_are_loaded;
  std::unique_ptr<const Searcher> searcher;
  bool has_engine = false;
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
  return translate_lines(*impl_->searcher, tokenizers(), lines, impl_->completed(request),
                         before_step);
}

std::vector<Translation> TranslationModel::translate(
    const Sources& sources, const TranslationRequest& request,
    const std::function<void()>& before_step) const {
  return translate_sources(*impl_->searcher, tokenizers(), sources, request, before_step);
}

const config::Experiment& TranslationModel::experiment() const { return impl_->parts.experiment; }
const text::TokenizerPair& TranslationModel::tokenizers() const { return impl_->parts.tokenizers; }
bool TranslationModel::has_engine() const { return impl_->has_engine; }
model::Seq2SeqModel& TranslationModel::modules() const { return impl_->modules(); }

}  // namespace regard::translate
