#pragma once
#include <pybind11/pybind11.h>

#include <set>
#include <string>

#include "regard/config/reader.h"

namespace regard::python {

/// Arguments given by name, as a section of a config has them; those that are None are left out.
/// Throws TypeError where a known name has a value that no config can have.
config::Node section_of(const pybind11::kwargs& arguments, const std::set<std::string>& known);

/// `options` with the arguments that a call names: translate("...", beam_size=3). Throws Error for
/// an unknown name, naming the nearest one, and for a value that the option's description does not
/// allow.
template <config::Described Options>
Options with_arguments(const Options& options, const pybind11::kwargs& arguments) {
  std::set<std::string> known;
  config::for_each_field<Options>([&](const auto& field) { known.insert(field.name); });
  return config::read<Options>(section_of(arguments, known), {}, {}, options);
}

/// All options by name.
template <config::Described Options>
pybind11::dict to_dict(const Options& options) {
  pybind11::dict values;
  config::for_each_field<Options>([&](const auto& field) {
    const auto& value = options.*field.member;
    const pybind11::str name(field.name);
    if constexpr (NamedEnum<std::decay_t<decltype(value)>>) {
      values[name] = name_of(value);
    } else {
      values[name] = value;
    }
  });
  return values;
}

}  // namespace regard::python
