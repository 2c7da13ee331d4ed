#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "regard/base/error.h"
#include "regard/config/search_options.h"
#include "regard/translate/attended_translation.h"
#include "regard/translate/translation.h"
#include "regard/translate/translator_options.h"
#include "store/open_model.h"
#include "translate/searcher.h"

namespace regard::translate {

/// The modules of models, on their device: what translates where the engine does not, and knows the
/// attention of every layer and head. They need LibTorch, without which a program has none.
class Modules {
 public:
  virtual ~Modules() = default;

  /// Call it from one thread.
  virtual std::unique_ptr<const Searcher> searcher() = 0;

  /// As those of translate_with_attention.h, by the first model.
  virtual std::optional<AttendedTranslation> attention_of(const std::string& line,
                                                          const Translation& translation) const = 0;
  virtual AttendedTranslation translate_with_attention(
      const std::string& line, const config::SearchOptions& options) const = 0;
};

/// Open models, which must outlive their modules.
struct ModelParts {
  store::OpenModel& model;
  std::span<store::OpenModel> others;
  store::OpenModel* language_model;  ///< or null
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

}  // namespace regard::translate
