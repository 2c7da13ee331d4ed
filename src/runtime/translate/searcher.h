#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "regard/base/error.h"
#include "regard/config/search_options.h"
#include "regard/translate/translation.h"
#include "regard/translate/translator_options.h"
#include "search/request.h"
#include "store/model_file.h"
#include "translate/plan.h"
#include "translate/sources.h"

namespace regard::translate {

/// The hypotheses of a source, best first.
using Hypotheses = std::vector<search::Hypothesis>;

/// A method of finding translations with a model. Thread-safe.
class Searcher {
 public:
  virtual ~Searcher() = default;

  /// The hypotheses of each source, in order. Calls `before_step` before each step; it may throw to
  /// cancel the work.
  virtual std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                         const std::function<void()>& before_step) const = 0;

  /// Occupancy of the shared batch slots.
  virtual engine::Engine::Fill fill() const { return {}; }
};

/// Beam search: returns the n-best list of each source.
using Find = std::function<std::vector<Hypotheses>(std::span<const Tokens> sources,
                                                   const search::BeamSearchOptions& options,
                                                   std::span<const search::Request> requests)>;

/// The n-best lists or alternatives of all sources, as the plan requests.
std::vector<Hypotheses> find_planned(const Sources& sources, const Plan& plan, const Find& find);

/// LibTorch modules of the models, on their device. They translate if the engine cannot, and give
/// access to the attention of every layer and head. Unavailable in a build without LibTorch.
class Modules {
 public:
  virtual ~Modules() = default;

  /// Creates a searcher. Not thread-safe.
  virtual std::unique_ptr<const Searcher> searcher() = 0;

  /// Like the functions of the same names in module_search/searchers.h, for the first model.
  virtual std::optional<AttendedTranslation> attention_of(const std::string& line,
                                                          const Translation& translation) const = 0;
  virtual AttendedTranslation translate_with_attention(
      const std::string& line, const config::SearchOptions& options) const = 0;
};

/// Open models, which must outlive modules made from them.
struct ModelParts {
  store::OpenModel& model;
  std::span<store::OpenModel> others;
  store::OpenModel* language_model;  ///< may be null
  const TranslatorOptions& options;
};

/// The functions that create modules for the program.
struct ModuleMaker {
  /// Whether a device (TranslatorOptions::device) is the CPU. Throws Error if there is no such
  /// device.
  bool (*is_cpu)(const std::string& device);
  std::unique_ptr<Modules> (*make)(const ModelParts& parts);
};

/// The program's module maker; null in a build without LibTorch.
const ModuleMaker*& module_maker();

/// Thrown if modules are needed but the program cannot create them.
class NeedsModules : public Error {
 public:
  /// `what`: the feature that needs modules, e.g. "a GPU"
  explicit NeedsModules(const std::string& what);
};

/// Throws NeedsModules for the feature `what` if the program has no modules.
void check_has_modules(const std::string& what);

/// Searches with the inference engine. A translation depends only on its source and its request,
/// bit for bit.
std::unique_ptr<const Searcher> engine_searcher(engine::Engine engine);

/// Whether the engine supports the model's architecture.
bool suits_engine(const store::OpenModel& model);

/// The engine for a model in a file; its architecture must be supported. Throws Error naming the
/// file and the tensor unless the file contains exactly the model's weights.
engine::Engine engine_of(store::OpenModel& model, const engine::EngineOptions& options);

}  // namespace regard::translate
