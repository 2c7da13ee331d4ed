#pragma once
#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "object.h"

namespace regard::python {

// Conversions from C++ to Python. They throw ErrorIsSet if Python cannot make the object.
template <std::same_as<bool> Bool>
Object to_python(Bool value) {
  return Object::shared(value ? Py_True : Py_False);
}
template <std::floating_point Number>
Object to_python(Number value) {
  return Object::owned(PyFloat_FromDouble(static_cast<double>(value)));
}
template <std::signed_integral Number>
Object to_python(Number value) {
  return Object::owned(PyLong_FromLongLong(value));
}
Object to_python(const std::string& value);

inline Object to_python(Object object) { return object; }

template <class Value, class Convert>
Object to_python(const std::vector<Value>& values, const Convert& convert) {
  auto list = Object::owned(PyList_New(0));
  for (const auto& value : values) checked(PyList_Append(list.get(), convert(value).get()));
  return list;
}
template <class Value>
Object to_python(const std::vector<Value>& values) {
  return to_python(values, [](const auto& value) { return to_python(value); });
}

// Conversions from Python to C++. An object of the wrong type raises a TypeError that contains
// `name`, the argument's name.
std::string to_text(const std::string& name, PyObject* object);
/// A path as text, from a str, bytes, or an object with __fspath__().
std::string to_path(const std::string& name, PyObject* object);
int64_t to_integer(const std::string& name, PyObject* object);
double to_number(const std::string& name, PyObject* object);
bool to_bool(const std::string& name, PyObject* object);

/// Converts a sequence or an iterator, but not a str, which is a sequence of characters.
template <class Convert>
auto to_list(const std::string& name, PyObject* object, const Convert& convert)
    -> std::vector<decltype(convert(name, object))>;
std::vector<std::string> to_texts(const std::string& name, PyObject* object);
std::vector<int64_t> to_integers(const std::string& name, PyObject* object);
/// Converts a mapping.
std::map<std::string, std::string> to_terms(const std::string& name, PyObject* object);

/// The name of an object's type for messages: "str".
std::string type_name(PyObject* object);

/// The iterator that to_list() uses.
Object items_of(const std::string& name, PyObject* object);

template <class Convert>
auto to_list(const std::string& name, PyObject* object, const Convert& convert)
    -> std::vector<decltype(convert(name, object))> {
  std::vector<decltype(convert(name, object))> values;
  const auto items = items_of(name, object);
  while (PyObject* next = PyIter_Next(items.get())) {
    const auto item = Object::owned(next);
    values.push_back(convert(name, item.get()));
  }
  if (PyErr_Occurred() != nullptr) throw ErrorIsSet();
  return values;
}

}  // namespace regard::python
