#include "arguments.h"

namespace regard::python {
namespace {

namespace py = pybind11;
using config::Node;

/// A value as a config file has it.
Node to_node(const std::string& name, py::handle value) {
  if (py::isinstance<py::bool_>(value)) return Node::scalar(value.cast<bool>() ? "true" : "false");
  if (PyIndex_Check(value.ptr()) != 0) {
    return Node::scalar(py::str(py::int_(py::reinterpret_borrow<py::object>(value))));
  }
  if (py::isinstance<py::float_>(value)) {
    return Node::scalar(py::repr(py::float_(value.cast<double>())));
  }
  if (py::isinstance<py::str>(value)) return Node::scalar(value.cast<std::string>(), true);
  if (py::hasattr(value, "__fspath__"))
    return Node::scalar(py::str(value.attr("__fspath__")()), true);
  throw py::type_error(name + " must be a number, a truth value, a text or a path");
}

}  // namespace

Node section_of(const py::kwargs& arguments, const std::set<std::string>& known) {
  auto section = Node::map();
  for (const auto& [key, value] : arguments) {
    const auto name = key.cast<std::string>();
    // Of an unknown name the reader of the section says more than the type of its value does.
    if (!value.is_none()) {
      section.set(name, known.contains(name) ? to_node(name, value) : Node::scalar({}));
    }
  }
  return section;
}

}  // namespace regard::python
