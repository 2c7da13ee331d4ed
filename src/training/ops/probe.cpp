#include "ops/probe.h"

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

Recording::Recording() {
  TORCH_CHECK(!is_on(), "Recording: this thread has one already");
  current = this;
}

Recording::~Recording() { current = nullptr; }

void Recording::keep(const Probe& probe, const torch::Tensor& value) {
  keep(probe, std::vector{value});
}

void Recording::keep(const Probe& probe, const std::vector<torch::Tensor>& values) {
  if (!is_on()) return;
  std::string_view names = probe.name;
  for (const auto& value : values) {
    const auto end = std::min(names.find(", "), names.size());
    current->values_.push_back({probe, std::string(names.substr(0, end)), current->scopes_, value});
    names.remove_prefix(std::min(end + 2, names.size()));
  }
}

}  // namespace regard::ops
