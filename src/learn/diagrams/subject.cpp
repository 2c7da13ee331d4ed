#include "diagrams/subject.h"

#include "regard/base/str.h"

namespace regard::diagrams {

Subject Subject::child(const std::string& name) const {
  const auto children = module->named_children();
  if (!children.contains(name)) {
    throw std::out_of_range(str("diagrams: ", path, " has no ", name));
  }
  return {children[name], below(name), module};
}

std::vector<Subject> Subject::children() const {
  std::vector<Subject> all;
  for (const auto& entry : module->named_children()) {
    all.push_back({entry.value(), below(entry.key()), module});
  }
  return all;
}

std::string Subject::name() const { return path.substr(path.rfind('.') + 1); }

int64_t Subject::parameters() const {
  int64_t count = 0;
  for (const auto& parameter : module->parameters()) count += parameter.numel();
  return count;
}

int64_t Subject::size_of(const std::string& parameter, int64_t dimension) const {
  return module->named_parameters()[parameter].size(dimension);
}

Part Subject::as_part(Part part) const {
  part.parameters = parameters();
  if (const auto* drawn = drawn_class_of(*module)) part.header = std::string(drawn->header);
  if (has_diagram(*module)) part.path = path;
  return part;
}

std::string Subject::axis() const {
  if (path.starts_with("encoder")) return "source";
  if (path.starts_with("decoder")) return "target";
  return "position";
}

std::string shape(const std::string& axis, int64_t size) {
  return str("(batch, ", axis, ", ", size, ')');
}

}  // namespace regard::diagrams
