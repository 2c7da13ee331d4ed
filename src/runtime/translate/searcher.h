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

/// A way to find translations with a model. Several threads may use it at once.
class Searcher {
 public:
  virtual ~Searcher() = default;

  /// The hypotheses of each source, in order. Calls `before_step` before each step; it may throw to
  /// end the work.
  virtual std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                         const std::function<void()>& before_step) const = 0;

  /// How full places are that calls share.
  virtual engine::Engine::Fill fill() const { return {}; }
};

/// Beam search: the n best of each source.
using Find = std::function<std::vector<Hypotheses>(std::span<const Tokens> sources,
                                                   const search::BeamSearchOptions& options,
                                                   std::span<const search::Request> requests)>;

/// The n best of each source or its alternatives, as the plan asks for.
std::vector<Hypotheses> find_planned(const Sources& sources, const Plan& plan, const Find& find);

/// The modules of models, on their device: what translates where the engine does not, and knows the
/// attention of every layer and head. They need LibTorch, without which a program has none.
class Modules {
 public:
  virtual ~Modules() = default;

  /// Call it from one thread.
  virtual std::unique_ptr<const Searcher> searcher() = 0;

  /// As the functions of module_search/searchers.h, by the first model.
  virtual std::optional<AttendedTranslation> attention_of(const std::string& line,
                                                          const Translation& translation) const = 0;
  virtual AttendedTranslation translate_with_attention(
      const std::string& line, const config::SearchOptions& options) const = 0;
};

/// Open models, which must outlive their modules.
struct ModelParts {
  store::OpenModel& model;
  std::span<store::OpenModel> others;
  store::OpenModel* language_model;  ///< null without one
  const TranslatorOptions& options;
};

/// How a program makes modules.
struct ModuleMaker {
  /// Whether a device, as TranslatorOptions name it, is the CPU. Throws Error if there is none.
  bool (*is_cpu)(const std::string& device);
  std::unique_ptr<Modules> (*make)(const ModelParts& parts);
};

/// The program's own; null in one without LibTorch.
const ModuleMaker*& module_maker();

/// Thrown where modules are needed and there is no way to make them.
class NeedsModules : public Error {
 public:
  /// `what`: "a GPU"
  explicit NeedsModules(const std::string& what);
};

/// Throws NeedsModules if the program has no modules. `what` needs them.
void check_has_modules(const std::string& what);

/// Search by the inference engine: a translation depends only on its source and its request, bit
/// for bit.
std::unique_ptr<const Searcher> engine_searcher(engine::Engine engine);

/// Whether the engine knows the model's architecture.
bool suits_engine(const store::OpenModel& model);

/// The engine for a model in a file, whose architecture it knows. Throws Error, naming file and
/// tensor, unless the file has exactly the model's weights.
engine::Engine engine_of(store::OpenModel& model, const engine::EngineOptions& options);

}  // namespace regard::translate
