#pragma once
#include <memory>
#include <string>

#include "explain/live.h"
#include "support/tiny_model.h"

namespace regard::test {

/// A tiny model of an architecture, as pages name it.
inline explain::NamedModel named(const std::string& architecture) {
  auto tiny = tiny_model(architecture);
  auto loaded = std::make_shared<interop::LoadedModel>(
      interop::LoadedModel{tiny.experiment, tiny.model, tiny.tokenizers, tiny.metadata()});
  return {"runs/" + architecture, std::move(loaded)};
}

}  // namespace regard::test
