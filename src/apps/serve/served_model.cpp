#include "serve/served_model.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <new>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/machine.h"
#include "base/packed_folder.h"
#include "base/stopwatch.h"
#include "base/utf8.h"
#include "config/experiment.h"
#include "math/kernels.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "serve/languages.h"
#include "serve/memory_limits.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "text/shortlist.h"

namespace regard::serve {
namespace {

constexpr int64_t kMebibyte = int64_t{1} << 20;

std::string type_of(const config::Experiment& experiment) {
  const auto* type = experiment.model.find("type");
  return type == nullptr ? "" : type->text;
}

/// Properties that change when a file is rewritten or replaced.
std::string state_of(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return "-";
  return str(found.st_ino, ' ', found.st_size, ' ', found.st_mtim.tv_sec, '.',
             found.st_mtim.tv_nsec, ' ');
}

std::string state_of_model(const std::string& directory) {
  if (is_packed_folder(directory)) return state_of(directory);
  std::string state;
  for (const auto& name : store::ModelDirectory::file_names()) {
    state += state_of(std::filesystem::path(directory) / name);
  }
  return state;
}

/// Maximum memory while a model is loaded.
size_t bytes_to_load(const std::string& directory) {
  constexpr size_t kOfThreads = size_t{32} << 20U, kCopies = 3;
  namespace fs = std::filesystem;
  size_t bytes = 0;
  std::error_code missing;
  const auto add = [&](const fs::path& path) {
    if (const auto size = fs::file_size(path, missing); !missing) bytes += size;
  };
  if (is_packed_folder(directory)) add(directory);
  for (const auto& name : store::ModelDirectory::file_names()) add(fs::path(directory) / name);
  return kOfThreads + kCopies * bytes;
}

std::string name_of_directory(const std::string& directory) {
  auto path = std::filesystem::path(directory);
  if (!path.has_filename()) path = path.parent_path();
  return path.extension() == ".regard" ? path.stem().string() : path.filename().string();
}

void add_once(std::vector<std::string>& languages, const std::string& language) {
  if (std::ranges::find(languages, language) == languages.end()) languages.push_back(language);
}

/// The number type in which a model computes.
translate::Compute compute_of(const translate::TranslationModel& model) {
  using translate::Compute;
  if (!model.has_engine()) return Compute::float32;
  switch (model.precision()) {
    case engine::Precision::bf16:
      return Compute::bf16;
    case engine::Precision::int8:
      return Compute::int8;
    case engine::Precision::float32:
      break;
  }
  return Compute::float32;
}

/// The trial sentences that the model's vocabulary covers.
std::vector<std::string> sentences_for(const translate::TranslationModel& model) {
  std::vector<std::string> sentences;
  for (const auto sentence : trial_sentences(model.experiment().data.source_language)) {
    const auto tokens = model.tokenizers().encode_source(std::string(sentence));
    if (!text::has_unknown(tokens)) sentences.emplace_back(sentence);
  }
  return sentences;
}

/// The number types that may be faster than float32 on this processor.
std::vector<translate::Compute> faster_types() {
  std::vector<translate::Compute> types = {translate::Compute::int8};
  if (std::string_view(math::kernels().name).ends_with("bf16")) {
    types.push_back(translate::Compute::bf16);
  }
  return types;
}

}  // namespace

ServedModel::ServedModel(std::string name, std::string directory,
                         translate::TranslatorOptions options, OverrideSearch override_search)
    : name_(std::move(name)),
      directory_(std::move(directory)),
      options_(std::move(options)),
      override_search_(std::move(override_search)) {
  const auto experiment = store::experiment_of_model(directory_, config::Task::translation);
  source_ = experiment.data.source_language;
  target_ = experiment.data.target_language;
  type_ = type_of(experiment);
}

std::shared_ptr<const LoadedModel> ServedModel::load() {
  const auto state = state_of_model(directory_);
  try {
    // Checked first, because the readers of tokenizers do not survive running out of memory.
    if (!has_address_space(bytes_to_load(directory_))) throw std::bad_alloc();
    auto loaded = load_chosen();
    const auto& data = loaded->model.experiment().data;
    if (data.source_language != source_ || data.target_language != target_) {
      throw Error(str("translates from ", data.source_language, " to ", data.target_language,
                      " now, but is served from ", source_, " to ", target_),
                  directory_, "restart the server to serve a different direction");
    }
    loaded->name = name_;
    loaded->generation = ++generation_;
    state_of_files_ = state;
    failed_.clear();
    has_fault_ = false;
    const std::lock_guard lock(mutex_);
    loaded_ = loaded;
    return loaded;
  } catch (...) {
    failed_ = state;
    has_fault_ = true;
    throw;
  }
}

std::shared_ptr<LoadedModel> ServedModel::load_chosen() const {
  // Checking hashes doubles the time of the start, but a server runs for a long time.
  if (is_packed_folder(directory_)) check_packed_folder(directory_);
  auto loaded = std::make_shared<LoadedModel>(directory_, options_);
  loaded->choice.compute = compute_of(loaded->model);
  const bool is_open = options_.compute == translate::Compute::automatic &&
                       loaded->choice.compute == translate::Compute::float32 &&
                       loaded->model.has_engine();
  if (!is_open) return loaded;
  try {
    return fastest(loaded);
  } catch (const std::exception& error) {  // no memory is left for a second model
    log_warning(name_, ": computes in float32, because int8 cannot be measured: ",
                is_out_of_memory(error) ? "memory ran out" : error.what());
  }
  return loaded;
}

std::shared_ptr<LoadedModel> ServedModel::fastest(
    const std::shared_ptr<LoadedModel>& in_float32) const {
  using translate::Compute;
  const auto sentences = sentences_for(in_float32->model);
  if (sentences.size() < kLeastTrialSentences) {
    log_info(name_, ": computes in float32; --compute auto has no sentences to measure int8 with");
    return in_float32;
  }
  auto search = in_float32->model.experiment().search;
  override_search_(search);
  std::map<Compute, std::shared_ptr<LoadedModel>> models = {{Compute::float32, in_float32}};
  const auto translate = [&](Compute compute) {
    auto& model = models[compute];
    if (!model) {
      if (!has_address_space(bytes_to_load(directory_))) throw std::bad_alloc();
      auto options = options_;
      options.compute = compute;
      model = std::make_shared<LoadedModel>(directory_, options);
    }
    return model->model.translate(sentences, {.search = search});
  };
  const Stopwatch watch;
  auto choice = measure_compute(faster_types(), translate, [&] { return watch.seconds(); });
  log_info(name_, ": ", in_words(choice));
  auto chosen = models.at(choice.compute);
  chosen->choice = std::move(choice);
  return chosen;
}

std::shared_ptr<const LoadedModel> ServedModel::if_loaded() const {
  const std::lock_guard lock(mutex_);
  return loaded_;
}

std::shared_ptr<const LoadedModel> ServedModel::get() {
  if (auto loaded = if_loaded()) return loaded;
  const std::lock_guard lock(loading_);
  if (auto loaded = if_loaded()) return loaded;
  return load();
}

void ServedModel::check() {
  const std::lock_guard lock(loading_);
  if (!is_loaded()) check(state_of_model(directory_));
}

void ServedModel::check(const std::string& state) {
  if (state == checked_) return;
  checked_ = state;
  has_fault_ = true;
  try {
    store::open_model(directory_, config::Task::translation);
    if (options_.shortlist) {
      text::Shortlist::load(store::ModelDirectory(directory_).shortlist());
    }
    has_fault_ = false;
  } catch (const std::exception& error) {
    log_warning(name_, ": cannot be served: ", error.what());
  }
}

void ServedModel::refresh() {
  const std::lock_guard lock(loading_);
  const auto state = state_of_model(directory_);
  if (!is_loaded()) return check(state);
  if (state == state_of_files_ || state == failed_) return;
  try {
    load();
    log_info(name_, ": a new model is served, generation ", generation_);
  } catch (const std::exception& error) {
    log_warning(name_, ": the new model was rejected, and the previous one is still served: ",
                error.what());
  }
}

ServedModels::ServedModels(const ServeOptions& options) {
  const translate::TranslatorOptions computing{
      .device = "cpu",
      .compute = options.compute,
      .shortlist = options.shortlist,
      .shared = translate::SharedSlots{.threads = options.threads > 0 ? options.threads : threads(),
                                       .sentences = options.sentences,
                                       .most_bytes = options.memory * kMebibyte}};
  for (const auto& given : options.models) {
    const auto equals = given.find('=');
    const bool is_named = equals != std::string::npos;
    const auto directory = is_named ? given.substr(equals + 1) : given;
    const auto name = is_named ? given.substr(0, equals) : name_of_directory(directory);
    if (name.empty() || directory.empty()) {
      throw Error(str("'", given, "' is not a model"), "--model", "give NAME=MODEL, or MODEL");
    }
    if (named(name) != nullptr) {
      throw Error(str("two models are named ", name), "--model",
                  "use different names: --model NAME=MODEL");
    }
    models_.push_back(
        std::make_unique<ServedModel>(name, directory, computing, options.override_search));
  }
  if (models_.empty()) throw Error("no model is named", {}, "name one: regard serve --model MODEL");
  for (auto rest = std::string_view(options.echo); !rest.empty();) {
    const auto code = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(code.size() + 1, rest.size()));
    const auto language = lower_ascii(trimmed(code));
    if (!language.empty() && !this->language(language)) add_once(echoes_, language);
  }
}

ServedModel* ServedModels::named(const std::string& name) const {
  const auto found =
      std::ranges::find_if(models_, [&](const auto& model) { return model->name() == name; });
  return found == models_.end() ? nullptr : found->get();
}

ServedModel* ServedModels::of_direction(const std::string& source,
                                        const std::string& target) const {
  const auto found = std::ranges::find_if(models_, [&](const auto& model) {
    return model->source() == source && model->target() == target;
  });
  return found == models_.end() ? nullptr : found->get();
}

std::vector<std::string> ServedModels::sources() const {
  std::vector<std::string> languages;
  for (const auto& model : models_) add_once(languages, model->source());
  return languages;
}

std::vector<std::string> ServedModels::sources_into(const std::string& target) const {
  std::vector<std::string> languages;
  for (const auto& model : models_) {
    if (model->target() == target) add_once(languages, model->source());
  }
  return languages;
}

std::vector<std::string> ServedModels::targets_of(const std::string& source) const {
  std::vector<std::string> languages;
  for (const auto& model : models_) {
    if (model->source() == source) add_once(languages, model->target());
  }
  for (const auto& language : echoes_) add_once(languages, language);
  add_once(languages, source);
  return languages;
}

std::vector<std::string> ServedModels::languages() const {
  auto languages = sources();
  for (const auto& model : models_) add_once(languages, model->target());
  for (const auto& language : echoes_) add_once(languages, language);
  return languages;
}

bool ServedModels::is_echoed(const std::string& target) const {
  return std::ranges::find(echoes_, target) != echoes_.end();
}

std::optional<std::string> ServedModels::language(std::string_view code) const {
  const auto in_one_form = [](std::string_view written) {
    auto form = lower_ascii(trimmed(written));
    std::ranges::replace(form, '_', '-');
    return form;
  };
  const auto wanted = in_one_form(code);
  const auto served = languages();
  const auto exact = std::ranges::find(served, wanted, in_one_form);
  if (exact != served.end()) return *exact;
  const auto same = std::ranges::find(served, base_language(wanted), base_language);
  return same == served.end() ? std::nullopt : std::optional(*same);
}

}  // namespace regard::serve
