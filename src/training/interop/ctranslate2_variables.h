#pragma once
#include <torch/types.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "interop/ctranslate2_file.h"

namespace regard::interop {

/// The variables of a CTranslate2 Transformer, each to be taken once.
class Ctranslate2Variables {
 public:
  /// Throws Error, as all of these do, if the file holds something else.
  explicit Ctranslate2Variables(const std::string& path);

  bool has(const std::string& name) const { return file_.variables.contains(variable_of(name)); }
  bool same(const std::string& a, const std::string& b) const {
    return variable_of(a) == variable_of(b);
  }

  /// As stored.
  const torch::Tensor& raw(const std::string& name);
  /// A matrix or vector, as float32; each row of int8 has a scale that it was multiplied by.
  torch::Tensor take(const std::string& name);
  torch::Tensor take(const std::string& name, const std::vector<int64_t>& shape);
  /// A single number; `otherwise` if there is none.
  double number(const std::string& name, double otherwise);
  bool is_flag(const std::string& name);
  /// The number of layers of a stack.
  int64_t layers(const std::string& stack) const;

  /// Checks that a variable that tells CTranslate2 how to treat the model has its usual value, 0.
  void check_is_zero(const std::string& name);
  void check_all_taken() const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::string variable_of(const std::string& name) const;

  std::string path_;
  Ctranslate2File file_;
  std::set<std::string> taken_;
};

}  // namespace regard::interop
