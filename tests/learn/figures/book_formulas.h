#pragma once
#include <gtest/gtest.h>
#include <torch/nn/init.h>
#include <torch/utils.h>

#include <string>
#include <vector>

#include "figures/book_page.h"

namespace regard::test {

/// Whether the section with this anchor has the formula in both languages. After this check, a test
/// evaluates the formula as printed, and compares the result with that of the code.
inline bool is_printed(const std::string& anchor, const std::string& formula) {
  for (const auto& page : kBookPages) {
    bool found = false;
    for (const auto& entry : entries_of(page)) {
      found = found || (entry.anchor == anchor &&
                        with_english_words(entry.cells.at(kFormula)) == "$`" + formula + "`$");
    }
    if (!found) return false;
  }
  return true;
}

/// The module with random weights in double precision.
template <class Module>
Module randomized(Module module) {
  module->to(torch::kDouble);
  const torch::NoGradGuard no_grad;
  for (auto& weight : module->parameters()) torch::nn::init::uniform_(weight, -0.9, 0.9);
  return module;
}

inline torch::Tensor random_rows(std::vector<int64_t> sizes) {
  return torch::randn(sizes, torch::kDouble);
}

/// A weight by its name: "W_q.weight".
inline torch::Tensor weight_of(const torch::nn::Module& module, const std::string& name) {
  return module.named_parameters()[name];
}

constexpr double kExactly = 1e-10;  // a different summation order, in double precision

}  // namespace regard::test
