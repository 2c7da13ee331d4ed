#include "options.h"

#include "errors.h"

namespace regard::python {
namespace {

using config::Node;

std::string printed(PyObject* (*print)(PyObject*), PyObject* object) {
  return to_text("a value", Object::owned(print(object)).get());
}

/// Converts a Python value to a value of a config.
Node to_node(const std::string& name, PyObject* value) {
  if (PyBool_Check(value) != 0) return Node::scalar(value == Py_True ? "true" : "false");
  if (PyIndex_Check(value) != 0) {
    return Node::scalar(printed(PyObject_Str, Object::owned(PyNumber_Index(value)).get()));
  }
  if (PyFloat_Check(value) != 0) {  // a subclass, such as numpy's, becomes a plain number
    const auto number = Object::owned(PyFloat_FromDouble(PyFloat_AsDouble(value)));
    return Node::scalar(printed(PyObject_Repr, number.get()));
  }
  if (PyUnicode_Check(value) != 0) return Node::scalar(to_text(name, value), true);
  if (PyObject_HasAttrString(value, "__fspath__") != 0) {
    return Node::scalar(to_path(name, value), true);
  }
  type_error(name + " must be a number, a truth value, a text or a path");
}

}  // namespace

Node section_of(const std::map<std::string, Object>& arguments,
                const std::set<std::string>& known) {
  auto section = Node::map();
  for (const auto& [name, value] : arguments) {
    // An unknown name is not converted, because the section's reader reports it in better words.
    if (!value.is_none()) {
      section.set(name, known.contains(name) ? to_node(name, value.get()) : Node::scalar({}));
    }
  }
  return section;
}

}  // namespace regard::python
