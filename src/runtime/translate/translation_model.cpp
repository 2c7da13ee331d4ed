#include "translate/translation_model.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "text/shortlist.h"
#include "translate/confidence.h"
#include "translate/flags.h"
#include "translate/ordinals.h"
#include "translate/searcher.h"
#include "translate/translate_lines.h"

namespace regard::translate {
namespace {

engine::Precision precision_of(Compute compute, const store::ModelMetadata& metadata) {
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

/// The command that creates a shortlist. If the training files may not be read, the command names
/// the files to use.
std::string command_for_shortlist(const std::string& directory, const config::DataOptions& data) {
  const auto may_read = [&](const config::ParallelText& text) {
    return store::may_read(text, store::ModelDirectory(directory), data);
  };
  const bool knows_texts = !data.train.empty() && std::ranges::all_of(data.train, may_read);
  return str("regard shortlist ", shell_word(directory),
             knows_texts ? "" : " --source FILE --reference FILE");
}

Vocabulary vocabulary_of(const std::string& directory, const text::TokenizerPair& tokenizers,
                         const config::DataOptions& data) {
  const auto path = store::ModelDirectory(directory).shortlist();
  const auto remedy = "make one: " + command_for_shortlist(directory, data);
  if (!is_there(path)) throw Error("the model has no shortlist", path, remedy);
  const auto list = std::make_shared<const text::Shortlist>(text::Shortlist::load(path));
  const bool fits = list->tokenizer_hash() == tokenizers.hash() &&
                    list->target_vocab() == tokenizers.target().size();
  if (!fits) throw Error("was learned with different tokenizers than the model's", path, remedy);
  return [list](std::span<const int64_t> source) { return list->tokens_for(source); };
}

/// The requested options that only the engine supports, in words; empty if there are none.
std::string wants_of_engine(const TranslatorOptions& options) {
  const bool rounds = options.compute == Compute::bf16 || options.compute == Compute::int8;
  if (!rounds) return options.shortlist ? "a shortlist" : "";
  return name_of(options.compute) + (options.shortlist ? " and a shortlist" : "");
}

void check_same_tokenizers(const std::string& hash, const std::string& other,
                           const std::string& directory) {
  if (hash == other) return;
  throw Error("has a different tokenizer than the model it is combined with", directory,
              "combine models trained with the same tokenizer; set tokenizer.model to train with "
              "an existing one");
}

void check_same_languages(const config::DataOptions& first, const config::DataOptions& other,
                          const std::string& directory) {
  const auto languages = [](const config::DataOptions& data) {
    return str(data.source_language, " to ", data.target_language);
  };
  if (languages(first) == languages(other)) return;
  throw Error(
      str("translates from ", languages(other), ", but must translate from ", languages(first)),
      directory, "combine models for the same pair of languages");
}

/// The training words of combined models, if known for both.
std::vector<std::string> words_of_both(const text::TokenizerPair& one,
                                       const text::TokenizerPair& other) {
  if (one.half_words() == nullptr || other.half_words() == nullptr) return {};
  std::vector<std::string> words;
  std::ranges::set_union(one.half_words()->words(), other.half_words()->words(),
                         std::back_inserter(words));
  return words;
}

bool is_cpu(const std::string& device) {
  if (const auto* maker = module_maker()) return maker->is_cpu(device);
  if (device != "cpu" && device != "auto") throw NeedsModules(str("the device ", device));
  return true;
}

/// The result of regard eval --calibrate for the model, if any.
std::optional<ConfidenceWeights> confidence_of(const std::string& directory) {
  constexpr uint64_t kMostBytes = 65'536;
  const auto path = store::ModelDirectory(directory).confidence();
  if (!is_there(path)) return {};
  return read_confidence(read_file(path, kMostBytes), path);
}

/// The lines as they were before they were split into sentences.
std::vector<std::string> lines_of(const Sources& sources) {
  std::vector<std::string> lines(sources.line_count);
  for (size_t source = 0; source < sources.texts.size(); ++source) {
    const bool needs_space = sources.before[source].empty() && !sources.begins_line(source);
    lines[sources.lines[source]] +=
        (needs_space ? " " : sources.before[source]) + sources.texts[source];
  }
  for (size_t line = 0; line < lines.size(); ++line) lines[line] += sources.behind[line];
  return lines;
}

}  // namespace

struct TranslationModel::Impl {
  Impl(const std::string& directory, TranslatorOptions chosen)
      : parts(store::open_model(directory, config::Task::translation)), options(std::move(chosen)) {
    open_helpers();
    if (others.empty()) confidence = confidence_of(directory);  // calibrated for a single model
    auto engine = make_engine(directory);
    has_engine = engine.has_value();
    searcher = has_engine ? engine_searcher(std::move(*engine)) : modules().searcher();
  }

  void open_helpers() {
    for (const auto& other : options.others) {
      others.push_back(store::open_model(other, config::Task::translation));
      const auto& tokenizers = others.back().tokenizers;
      check_same_tokenizers(parts.tokenizers.hash(), tokenizers.hash(), other);
      check_same_languages(parts.experiment.data, others.back().experiment.data, other);
      parts.tokenizers.set_words(words_of_both(parts.tokenizers, tokenizers));
    }
    if (options.language_model.empty()) return;
    language_model = store::open_model(options.language_model, config::Task::language_model);
    check_same_tokenizers(parts.tokenizers.target().hash(),
                          language_model->tokenizers.target().hash(), options.language_model);
  }

  bool suits_engine() const {
    return is_cpu(options.device) && !language_model && translate::suits_engine(parts) &&
           std::ranges::all_of(others, translate::suits_engine);
  }

  engine::Precision precision() const {
    return precision_of(options.compute, parts.file.metadata());
  }

  /// The engine; empty if it does not support the models or if there is a language model.
  std::optional<engine::Engine> make_engine(const std::string& directory) {
    engine::EngineOptions engine_options{.precision = precision()};
    if (options.shortlist) {
      engine_options.vocabulary = vocabulary_of(directory, parts.tokenizers, parts.experiment.data);
    }
    if (suits_engine()) {
      auto engine = engine_of(parts, engine_options);
      for (auto& other : others) {
        engine.join(
            engine_of(other, {.precision = precision_of(options.compute, other.file.metadata())}));
      }
      if (const auto& shared = options.shared) {
        engine.share_threads(shared->threads, shared->sentences, shared->most_bytes);
      }
      return engine;
    }
    const auto wanted = wants_of_engine(options);
    if (wanted.empty()) return {};
    if (language_model) {
      log_warning("translating without ", wanted,
                  ": the inference engine does not support this model or these options");
      return {};
    }
    throw Error(
        str("only the inference engine supports ", wanted, ", and the engine runs only on the CPU"),
        options.shortlist ? "--shortlist" : "--compute",
        "leave out the option, or use --device cpu");
  }

  Modules& modules() {
    std::call_once(modules_are_made, [this] {
      const auto* maker = module_maker();
      if (maker == nullptr) throw NeedsModules(language_model ? "a language model" : "this");
      own_modules = maker->make({.model = parts,
                                 .others = others,
                                 .language_model = language_model ? &*language_model : nullptr,
                                 .options = options});
    });
    return *own_modules;
  }

  /// Checks that the memory-mapped files, from which embeddings are read, have not changed.
  void check_files() const {
    parts.file.file().check_unchanged();
    for (const auto& other : others) other.file.file().check_unchanged();
  }

  /// Fills in defaults; that of the maximum line length comes from the training set.
  TranslationRequest completed(TranslationRequest request) const {
    request.search = config::completed(request.search, parts.experiment.data);
    return request;
  }

  /// Rewrites English ordinals that were copied into French.
  void write_ordinals(std::span<const std::string> lines,
                      std::vector<Translation>& translations) const {
    const auto& data = parts.experiment.data;
    if (!data.source_language.starts_with("en") || !data.target_language.starts_with("fr")) return;
    for (size_t line = 0; line < lines.size(); ++line) {
      auto& translation = translations[line];
      if (translation.n_best.empty()) continue;
      for (auto& candidate : translation.n_best) write_french_ordinals(candidate, lines[line]);
      translation.text = translation.n_best.front().text;
    }
  }

  void add_confidences(std::span<const std::string> lines, const TranslationRequest& request,
                       std::vector<Translation>& translations) const {
    if (!request.options.confidence) return;
    const auto* weights = confidence ? &*confidence : nullptr;
    const auto is_name = names_by(parts.tokenizers);
    for (size_t line = 0; line < lines.size(); ++line) {
      add_confidence(lines[line], weights, request.options.glossary, translations[line]);
      add_flags(lines[line], parts.experiment.data.target_language, is_name,
                request.options.glossary, translations[line]);
    }
  }

  store::OpenModel parts;
  TranslatorOptions options;
  std::optional<ConfidenceWeights> confidence;
  std::vector<store::OpenModel> others;
  std::optional<store::OpenModel> language_model;
  std::unique_ptr<Modules> own_modules;
  std::once_flag modules_are_made;
  std::unique_ptr<const Searcher> searcher;
  bool has_engine = false;
};

TranslationModel::TranslationModel(const std::string& directory, const TranslatorOptions& options)
    : impl_(std::make_unique<Impl>(directory, options)) {}

TranslationModel::TranslationModel(TranslationModel&&) noexcept = default;
TranslationModel& TranslationModel::operator=(TranslationModel&&) noexcept = default;
TranslationModel::~TranslationModel() = default;

std::vector<Translation> TranslationModel::translate(
    std::span<const std::string> lines, const TranslationRequest& request,
    const std::function<void()>& before_step) const {
  auto translations = translate_lines(*impl_->searcher, tokenizers(), lines,
                                      impl_->completed(request), before_step);
  impl_->check_files();
  impl_->write_ordinals(lines, translations);
  impl_->add_confidences(lines, request, translations);
  return translations;
}

std::vector<Translation> TranslationModel::translate(
    const Sources& sources, const TranslationRequest& request,
    const std::function<void()>& before_step) const {
  auto translations =
      translate_sources(*impl_->searcher, tokenizers(), sources, request, before_step);
  impl_->check_files();
  const auto lines = lines_of(sources);
  impl_->write_ordinals(lines, translations);
  impl_->add_confidences(lines, request, translations);
  return translations;
}

const config::Experiment& TranslationModel::experiment() const { return impl_->parts.experiment; }
const text::TokenizerPair& TranslationModel::tokenizers() const { return impl_->parts.tokenizers; }
bool TranslationModel::has_engine() const { return impl_->has_engine; }

engine::Precision TranslationModel::precision() const { return impl_->precision(); }
DocumentOptions TranslationModel::document_options() const {
  return {
      .longest = static_cast<size_t>(experiment().data.max_length),
      .count = [this](std::string_view text) { return tokenizers().encode_source(text).size(); }};
}
engine::Engine::Fill TranslationModel::fill() const { return impl_->searcher->fill(); }
Modules& TranslationModel::modules() const { return impl_->modules(); }

}  // namespace regard::translate
