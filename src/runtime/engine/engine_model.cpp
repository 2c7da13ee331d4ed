#include "engine/engine_model.h"

#include "architecture/architectures.h"
#include "engine/parameters.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::engine {
namespace {

template <class Row>
constexpr bool kHasEngine = requires {
  &Row::make_engine;
};

}  // namespace

bool has_architecture(const std::string& name) {
  bool found = false;
  model::each_architecture(
      [&]<class Row>() { found |= kHasEngine<Row> && name == Row::kFacts.name; });
  return found;
}

std::unique_ptr<EngineModel> make_engine_model(const Outline& outline, const Weights& weights,
                                               Precision precision) {
  const auto* type = outline.options.find("type");
  const std::string name = type == nullptr ? "" : type->text;
  std::unique_ptr<EngineModel> made;
  model::each_architecture([&]<class Row>() {
    if constexpr (kHasEngine<Row>) {
      if (name != Row::kFacts.name) return;
      made = Row::make_engine(
          model::read_options<typename Row::Options>(outline.options),
          {.all = Parameters(weights),
           .vocabularies = {.source = outline.source_vocab, .target = outline.target_vocab},
           .precision = precision,
           .alignment = outline.alignment});
    }
  });
  if (made == nullptr) throw Error(str("the engine does not support the architecture ", name));
  return made;
}

}  // namespace regard::engine
