#pragma once
#include <string>

#include "config/node.h"
#include "config/writer.h"

namespace regard::model {

/// A model section with every value written out and its type first.
template <class Options>
config::Node complete_section(const std::string& type, const Options& options) {
  auto complete = config::Node::map();
  complete.set("type", config::to_node(type));
  for (const auto& entry : config::to_node(options).entries) complete.set(entry.key, entry.value);
  return complete;
}

}  // namespace regard::model
