#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/compute_choice.h"
#include "serve/serve_options.h"
#include "translate/translation_model.h"

namespace regard::serve {

/// A model in memory. Requests that began with it finish with it, even after it is replaced.
struct LoadedModel {
  LoadedModel(const std::string& directory, const translate::TranslatorOptions& options)
      : model(directory, options) {}

  std::string name;
  int64_t generation = 0;  ///< 1 for the first; each replacement adds one
  ComputeChoice choice = {};
  translate::TranslationModel model;
};

/// A model that is served under a name and loaded when it is first needed.
/// Thread-safe.
class ServedModel {
 public:
  using OverrideSearch = std::function<void(config::SearchOptions&)>;

  /// Reads the config. If the options leave the number type open, it is chosen by trials with the
  /// search options of requests (compute_choice.h). Throws Error if the directory holds no model.
  ServedModel(std::string name, std::string directory, translate::TranslatorOptions options,
              OverrideSearch override_search);

  const std::string& name() const { return name_; }
  const std::string& source() const { return source_; }  ///< language
  const std::string& target() const { return target_; }
  const std::string& type() const { return type_; }  ///< `model.type`
  bool is_loaded() const { return if_loaded() != nullptr; }
  int64_t generation() const { return generation_; }
  /// The loaded model; null if none is in memory.
  std::shared_ptr<const LoadedModel> if_loaded() const;

  /// The newest model, loaded if necessary. Throws Error if it cannot be loaded.
  std::shared_ptr<const LoadedModel> get();
  /// Checks whether a model that is not in memory can be loaded, from its small files and the
  /// header of its weights. Logs a warning if not.
  void check();
  /// Whether the model is in memory or, as far as check() knows, can be loaded.
  bool is_sound() const { return is_loaded() || !has_fault_; }

  /// Replaces the model in memory if its files have changed. If the new one cannot be loaded, or
  /// has a different direction, the old one stays, with a warning.
  void refresh();

 private:
  std::shared_ptr<const LoadedModel> load();
  /// Loads the model in the options' number type, or else in the one that performs best.
  std::shared_ptr<LoadedModel> load_chosen() const;
  std::shared_ptr<LoadedModel> fastest(const std::shared_ptr<LoadedModel>& in_float32) const;
  void check(const std::string& state);

  std::string name_, directory_;
  translate::TranslatorOptions options_;
  OverrideSearch override_search_;
  std::string source_, target_, type_;
  std::mutex loading_;
  std::string state_of_files_;  // their state when they were loaded
  std::string failed_;          // state of files that failed to load
  std::string checked_;         // state of files that were checked
  std::atomic<bool> has_fault_{false};
  std::atomic<int64_t> generation_{0};
  mutable std::mutex mutex_;
  std::shared_ptr<const LoadedModel> loaded_;
};

/// All models of a server, in the order in which they were named.
class ServedModels {
 public:
  /// Throws Error if a model is named twice, or cannot be read.
  explicit ServedModels(const ServeOptions& options);

  const std::vector<std::unique_ptr<ServedModel>>& all() const { return models_; }
  /// The model with this name; null if there is none.
  ServedModel* named(const std::string& name) const;
  /// The first model for a direction; null if there is none.
  ServedModel* of_direction(const std::string& source, const std::string& target) const;
  /// All source and target languages, and the languages that are echoed.
  std::vector<std::string> languages() const;
  std::vector<std::string> sources() const;
  std::vector<std::string> sources_into(const std::string& target) const;
  /// The targets for `source`. In `source` itself and in echoed languages, a text stays unchanged.
  std::vector<std::string> targets_of(const std::string& source) const;
  bool is_echoed(const std::string& target) const;
  /// The served language that a code names, ignoring case and with any region: "pt" for "PT" and
  /// "pt_BR". Returns nullopt if there is none.
  std::optional<std::string> language(std::string_view code) const;

 private:
  std::vector<std::unique_ptr<ServedModel>> models_;
  std::vector<std::string> echoes_;
};

}  // namespace regard::serve
