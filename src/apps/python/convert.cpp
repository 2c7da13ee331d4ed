#include "convert.h"

#include <string>

#include "errors.h"

namespace regard::python {
namespace {

std::string bytes_of(const Object& bytes) {
  char* data = nullptr;
  Py_ssize_t size = 0;
  checked(PyBytes_AsStringAndSize(bytes.get(), &data, &size));
  return {data, static_cast<size_t>(size)};
}

[[noreturn]] void wrong_type(const std::string& name, const std::string& wanted, PyObject* object) {
  type_error(name + " must be " + wanted + ", not " + type_name(object));
}

}  // namespace

Object to_python(const std::string& value) {
  return Object::owned(
      PyUnicode_FromStringAndSize(value.data(), static_cast<Py_ssize_t>(value.size())));
}

std::string to_text(const std::string& name, PyObject* object) {
  if (PyUnicode_Check(object) == 0) wrong_type(name, "a str", object);
  return bytes_of(Object::owned(PyUnicode_AsUTF8String(object)));
}

std::string to_path(const std::string& name, PyObject* object) {
  if (PyUnicode_Check(object) == 0 && PyBytes_Check(object) == 0 &&
      PyObject_HasAttrString(object, "__fspath__") == 0) {
    wrong_type(name, "a path", object);
  }
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(object, &bytes) == 0) throw ErrorIsSet();
  return bytes_of(Object::owned(bytes));
}

int64_t to_integer(const std::string& name, PyObject* object) {
  if (PyIndex_Check(object) == 0) wrong_type(name, "an int", object);
  const auto number = Object::owned(PyNumber_Index(object));
  return checked(PyLong_AsLongLong(number.get()));
}

double to_number(const std::string& name, PyObject* object) {
  if (PyNumber_Check(object) == 0) wrong_type(name, "a number", object);
  return checked(PyFloat_AsDouble(object));
}

bool to_bool(const std::string& name, PyObject* object) {
  if (PyNumber_Check(object) == 0) wrong_type(name, "a bool", object);
  return checked(PyObject_IsTrue(object)) != 0;
}

Object items_of(const std::string& name, PyObject* object) {
  const bool is_one = PyUnicode_Check(object) != 0 || PyBytes_Check(object) != 0 ||
                      PyByteArray_Check(object) != 0 || PyDict_Check(object) != 0;
  PyObject* items = is_one ? nullptr : PyObject_GetIter(object);
  if (items != nullptr) return Object::owned(items);
  if (!is_one && PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw ErrorIsSet();
  PyErr_Clear();
  wrong_type(name, "a sequence", object);
}

std::vector<std::string> to_texts(const std::string& name, PyObject* object) {
  return to_list(name, object, to_text);
}

std::vector<int64_t> to_integers(const std::string& name, PyObject* object) {
  return to_list(name, object, to_integer);
}

std::map<std::string, std::string> to_terms(const std::string& name, PyObject* object) {
  if (PyUnicode_Check(object) != 0 || PyObject_HasAttrString(object, "items") == 0) {
    wrong_type(name, "a mapping", object);
  }
  std::map<std::string, std::string> terms;
  const auto items = Object::owned(PyMapping_Items(object));
  for (Py_ssize_t i = 0; i < checked(PyList_Size(items.get())); ++i) {
    PyObject* item = PyList_GetItem(items.get(), i);
    const auto source = Object::owned(PySequence_GetItem(item, 0));
    const auto target = Object::owned(PySequence_GetItem(item, 1));
    terms[to_text(name, source.get())] = to_text(name, target.get());
  }
  return terms;
}

std::string type_name(PyObject* object) {
  const auto type = Object::shared(reinterpret_cast<PyObject*>(Py_TYPE(object)));
  return to_text("__name__", Object::owned(PyObject_GetAttrString(type.get(), "__name__")).get());
}

}  // namespace regard::python
