#include "ops/probe.h"

#include <algorithm>
#include <string_view>

namespace regard::ops {

std::string Probe::source_file() const {
  const std::string_view given = file;
  const auto at = given.rfind("/src/");
  return std::string(at == std::string_view::npos ? given : given.substr(at + 1));
}

std::string Observed::path() const {
  std::string path;
  for (const auto& scope : scopes) path += std::string(scope.name) + '/';
  return path + name;
}

int64_t Observed::number_of(const std::string& scope, int64_t otherwise) const {
  for (const auto& around : scopes) {
    if (scope == around.name) return around.number;
  }
  return otherwise;
}

Recording::Recording(Change change) : change_(std::move(change)) {
  TORCH_CHECK(!is_on(), "Recording: this thread already has one");
  current = this;
}

Recording::~Recording() { current = nullptr; }

torch::Tensor Recording::kept(const Probe& probe, std::string name, torch::Tensor value) {
  if (!value.defined()) return value;
  Observed observed{probe, std::move(name), scopes_, std::move(value)};
  if (change_) observed.value = change_(observed);
  values_.push_back(std::move(observed));
  return values_.back().value;
}

torch::Tensor Recording::keep(const Probe& probe, torch::Tensor value) {
  return is_on() ? current->kept(probe, probe.name, std::move(value)) : value;
}

std::vector<torch::Tensor> Recording::keep(const Probe& probe, std::vector<torch::Tensor> values) {
  if (!is_on()) return values;
  std::string_view names = probe.name;
  for (auto& value : values) {
    const auto end = std::min(names.find(", "), names.size());
    value = current->kept(probe, std::string(names.substr(0, end)), std::move(value));
    names.remove_prefix(std::min(end + 2, names.size()));
  }
  return values;
}

}  // namespace regard::ops
