#pragma once
#include <string>

#include "config/node.h"
#include "config/reader.h"

namespace regard::model {

/// The options that a section's keys change: the defaults or, in an architecture with presets, the
/// section's preset. (The check of the key rejects an unknown preset.)
template <class Options>
Options defaults_of(const config::Node& section) {
  if constexpr (requires { Options::of_preset(std::string()); }) {
    const auto* preset = section.find("preset");
    if (preset != nullptr && preset->is_scalar()) return Options::of_preset(preset->text);
  }
  return {};
}

/// The options of an architecture in the model section of a config, checked. Throws Error.
template <class Options>
Options read_options(const config::Node& section) {
  const auto options =
      config::read<Options>(section, "model", {"type"}, defaults_of<Options>(section));
  check(options);
  return options;
}

}  // namespace regard::model
