#pragma once
#include <string>

#include "regard/config/check.h"
#include "store/origin.h"

namespace regard::cli {

/// For commands that read the texts which a model's config names, unless others are given.
struct TrustOption {
  bool trust = false;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("trust", &TrustOption::trust,
            "Read the texts that the config of a model names even if you did not train it.");
  }

  /// The text where its files are (store::located). Throws Error if it may not be read and the
  /// user does not trust the model.
  config::ParallelText to_read(const config::ParallelText& text, const std::string& model,
                               const config::DataOptions& data, const std::string& remedy) const {
    const store::ModelDirectory directory(model);
    if (!trust) store::check_may_read(text, directory, data, remedy);
    return store::located(text, directory, data);
  }
};

}  // namespace regard::cli
