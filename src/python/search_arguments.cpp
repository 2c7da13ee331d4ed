#include "search_arguments.h"

#include <string>

#include "regard/config/fields.h"
#include "regard/config/node.h"
#include "regard/config/reader.h"

namespace regard::python {
namespace {

namespace py = pybind11;

/// A value as a config file has it.
config::Node to_node(const std::string& name, py::handle value) {
  if (py::isinstance<py::bool_>(value)) {
    return config::Node::scalar(value.cast<bool>() ? "true" : "false");
  }
  if (PyIndex_Check(value.ptr()) != 0) {
    return config::Node::scalar(py::str(py::int_(py::reinterpret_borrow<py::object>(value))));
  }
  if (py::isinstance<py::float_>(value)) {
    return config::Node::scalar(py::repr(py::float_(value.cast<double>())));
  }
  if (py::isinstance<py::str>(value)) return config::Node::scalar(value.cast<std::string>(), true);
  throw py::type_error(name + " must be a number, a truth value or a text");
}

}  // namespace

config::SearchOptions with_arguments(const config::SearchOptions& options,
                                     const py::kwargs& arguments) {
  auto section = config::Node::map();
  for (const auto& [key, value] : arguments) {
    const auto name = key.cast<std::string>();
    section.set(name, to_node(name, value));
  }
  return config::read<config::SearchOptions>(section, {}, {}, options);
}

py::dict to_dict(const config::SearchOptions& options) {
  py::dict values;
  config::for_each_field<config::SearchOptions>(
      [&](const auto& field) { values[py::str(field.name)] = py::cast(options.*field.member); });
  return values;
}

}  // namespace regard::python
