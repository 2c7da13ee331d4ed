#pragma once
#include <string>
#include <vector>

#include "regard/base/error.h"
#include "regard/config/check.h"
#include "regard/translate/bundled_models.h"

namespace regard::cli {

/// Selects the bundled model of a command that names no model.
struct BundledOptions {
  std::string from_language, to_language;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = BundledOptions;
    const config::Check<std::string> code{"", {}, "CODE"};
    v.field(
        "from_language", &O::from_language, code,
        "Without MODEL: the language of the text, en or fr. Default: en, if both are available.");
    v.field("to_language", &O::to_language, code, "Without MODEL: the language to translate into.");
  }
};

/// The named models, or else the bundled model. Throws Error if no model is bundled, or if options
/// select a bundled model although a model is named.
inline std::vector<std::string> models_or_bundled(const std::vector<std::string>& named,
                                                  const BundledOptions& options) {
  const auto& from = options.from_language;
  if (!from.empty() && from == options.to_language) {
    throw Error(str("--from-language and --to-language are both ", from), {},
                "name two languages, or leave one out");
  }
  if (named.empty()) return {bundled_model(options.from_language, options.to_language)};
  if (!options.from_language.empty() || !options.to_language.empty()) {
    throw Error("--from-language and --to-language have no effect with a MODEL", {},
                "leave them out: a model has a fixed pair of languages");
  }
  return named;
}

}  // namespace regard::cli
