#pragma once
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "interop/foreign_model.h"
#include "interop/transformer_weights.h"
#include "store/numpy_archive.h"
#include "support/golden.h"

namespace regard::interop {

/// The array in which Marian stores the options of a model.
inline constexpr const char* kModelYaml = "special:model.yml";
/// The folder of models that Marian trained.
inline const std::string kMarianGolden = test::source_folder() / "tests/golden/marian";

/// The arrays of a model, to modify.
inline std::map<std::string, store::NumpyArray> arrays_of(const std::string& path) {
  const store::NumpyArchive archive(path);
  std::map<std::string, store::NumpyArray> arrays;
  for (const auto& name : archive.names()) arrays[name] = archive.read(name);
  return arrays;
}

inline void expect_equal_weights(const ForeignModel& a, const ForeignModel& b) {
  const auto weights = named_weights(*b.model);
  for (const auto& [name, weight] : named_weights(*a.model)) {
    EXPECT_TRUE(weights.contains(name) && weights.at(name).equal(weight)) << name;
  }
}

}  // namespace regard::interop
