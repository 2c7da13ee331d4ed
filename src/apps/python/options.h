#pragma once
#include <map>
#include <set>
#include <string>

#include "config/reader.h"
#include "convert.h"

namespace regard::python {

/// Named arguments as a section of a config. Arguments that are None are left out. Throws TypeError
/// if a known name has a value that no config can have.
config::Node section_of(const std::map<std::string, Object>& arguments,
                        const std::set<std::string>& known);

/// `options` with the arguments that a call names: translate("...", beam_size=3). Throws Error for
/// an unknown name, naming the nearest one, and for a value that the option's description does not
/// allow.
template <config::Described Options>
Options with_arguments(const Options& options, const std::map<std::string, Object>& arguments) {
  std::set<std::string> known;
  config::for_each_field<Options>([&](const auto& field) { known.insert(field.name); });
  return config::read<Options>(section_of(arguments, known), {}, {}, options);
}

/// All options by name.
template <config::Described Options>
Object to_dict(const Options& options) {
  auto values = Object::owned(PyDict_New());
  config::for_each_field<Options>([&](const auto& field) {
    const auto& value = options.*field.member;
    const auto object = [&] {
      if constexpr (NamedEnum<std::decay_t<decltype(value)>>) {
        return to_python(name_of(value));
      } else {
        return to_python(value);
      }
    }();
    checked(PyDict_SetItem(values.get(), to_python(std::string(field.name)).get(), object.get()));
  });
  return values;
}

}  // namespace regard::python
