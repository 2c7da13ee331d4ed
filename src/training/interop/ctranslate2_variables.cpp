#include "interop/ctranslate2_variables.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::interop {

Ctranslate2Variables::Ctranslate2Variables(const std::string& path)
    : path_(path), file_(read_ctranslate2(path)) {
  if (file_.specification != "TransformerSpec") {
    fail(str("is a ", file_.specification, ", but regard imports TransformerSpec"));
  }
}

const torch::Tensor& Ctranslate2Variables::raw(const std::string& name) {
  const auto found = file_.variables.find(variable_of(name));
  if (found == file_.variables.end()) fail(str("has no variable ", name));
  taken_.insert(found->first);
  return found->second;
}

torch::Tensor Ctranslate2Variables::take(const std::string& name) {
  const auto& stored = raw(name);
  auto numbers = stored.to(torch::kFloat32);
  const auto scale_name = variable_of(name) + "_scale";
  if (!file_.variables.contains(scale_name)) return numbers;
  const auto scale = raw(scale_name);  // one of each row, or one of all
  if (scale.dim() == 1 && stored.dim() == 2 && scale.size(0) == stored.size(0)) {
    return numbers / scale.unsqueeze(1);
  }
  if (scale.dim() != 0) fail(str(scale_name, " does not fit ", name));
  return numbers / scale;
}

torch::Tensor Ctranslate2Variables::take(const std::string& name,
                                         const std::vector<int64_t>& shape) {
  auto tensor = take(name);
  if (tensor.sizes() != torch::IntArrayRef(shape)) {
    fail(regard::str(name, " has shape ", tensor.sizes(), " instead of ",
                     torch::IntArrayRef(shape)));
  }
  return tensor;
}

double Ctranslate2Variables::number(const std::string& name, double otherwise) {
  if (!has(name)) return otherwise;
  const auto& stored = raw(name);
  if (stored.numel() != 1) fail(str(name, " is not a single number"));
  return stored.to(torch::kFloat64).item<double>();
}

bool Ctranslate2Variables::is_flag(const std::string& name) {
  return has(name) && raw(name).scalar_type() == torch::kInt8;
}

int64_t Ctranslate2Variables::layers(const std::string& stack) const {
  int64_t layers = 0;
  while (has(str(stack, "/layer_", layers, "/ffn/linear_0/weight"))) ++layers;
  return layers;
}

void Ctranslate2Variables::check_is_zero(const std::string& name) {
  if (number(name, 0.0) != 0.0) fail(str("has ", name, ", which regard's Transformer lacks"));
}

void Ctranslate2Variables::check_all_taken() const {
  for (const auto& [name, tensor] : file_.variables) {
    if (!taken_.contains(name)) fail(str("has ", name, ", which regard's Transformer lacks"));
  }
}

void Ctranslate2Variables::fail(const std::string& what) const {
  throw Error(what, path_, {}, ExitCode::failure);
}

std::string Ctranslate2Variables::variable_of(const std::string& name) const {
  const auto alias = file_.aliases.find(name);
  return alias == file_.aliases.end() ? name : alias->second;
}

}  // namespace regard::interop
