#pragma once
#include <torch/types.h>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "architecture/transformer_options.h"
#include "store/vocabulary_files.h"

namespace regard::interop {

/// The content of CTranslate2's model.bin, binary version 6: named variables, little-endian.
struct Ctranslate2File {
  std::string specification = "TransformerSpec";
  uint32_t revision = 7;  ///< revision of the specification
  std::map<std::string, torch::Tensor> variables;
  std::map<std::string, std::string> aliases;  ///< other names of variables
};

/// Reads and validates a whole file, executing nothing in it. Throws Error naming the file and the
/// problem.
Ctranslate2File read_ctranslate2(const std::string& path);

/// Writes the file atomically, with its variables sorted by name.
void write_ctranslate2(const std::string& path, const Ctranslate2File& file);

/// A CTranslate2 linear layer, which may stack the rows of several regard layers. NAME/weight and
/// NAME/bias correspond to OURS.weight and OURS.bias.
struct StackedLayers {
  std::string theirs;
  std::vector<std::string> ours;
};

/// A layer normalization: NAME/gamma and NAME/beta correspond to OURS.weight and OURS.bias.
struct NormNames {
  std::string theirs;
  std::string ours;
};

struct Ctranslate2Names {
  std::vector<StackedLayers> linear;
  std::vector<NormNames> norms;
};

/// Names of all layers of both stacks, except embeddings, positions and the output layer. Pre-norm
/// stacks end with a normalization.
Ctranslate2Names ctranslate2_names(int64_t encoder_layers, int64_t decoder_layers, bool pre_norm);

/// The variables of a CTranslate2 Transformer. Each can be taken once.
class Ctranslate2Variables {
 public:
  /// Like all members, throws Error if the file is not a valid CTranslate2 Transformer.
  explicit Ctranslate2Variables(const std::string& path);

  bool has(const std::string& name) const { return file_.variables.contains(variable_of(name)); }
  bool same(const std::string& a, const std::string& b) const {
    return variable_of(a) == variable_of(b);
  }

  /// The variable `name` as stored.
  const torch::Tensor& raw(const std::string& name);
  /// A matrix or vector as float32; each int8 row is divided by its scale.
  torch::Tensor take(const std::string& name);
  torch::Tensor take(const std::string& name, const std::vector<int64_t>& shape);
  /// A single number; `otherwise` if the file has no such variable.
  double number(const std::string& name, double otherwise);
  bool is_flag(const std::string& name);
  /// The number of layers in a stack.
  int64_t layers(const std::string& stack) const;

  /// Throws Error unless the model's option `name` has its usual value, 0.
  void check_is_zero(const std::string& name);
  void check_all_taken() const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::string variable_of(const std::string& name) const;

  std::string path_;
  Ctranslate2File file_;
  std::set<std::string> taken_;
};

/// The options of the Transformer that these variables and config.json describe. Throws Error if
/// regard's Transformer has no equivalent.
model::TransformerOptions ctranslate2_options(Ctranslate2Variables& variables,
                                              const JsonFile& config);

}  // namespace regard::interop
