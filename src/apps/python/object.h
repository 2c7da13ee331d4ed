#pragma once
#include <utility>

#include "python.h"

namespace regard::python {

/// Thrown when a Python function has set an exception, which describes the error. Only answer()
/// (errors.h) catches it.
struct ErrorIsSet {};

/// A reference to a Python object, or null. Use it only while holding the interpreter lock.
class Object {
 public:
  Object() = default;
  Object(const Object& other) : object_(other.object_) { Py_XINCREF(object_); }
  Object(Object&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Object& operator=(Object other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Object() { Py_XDECREF(object_); }

  /// Holds a new reference, which most Python functions return. Throws ErrorIsSet if it is null.
  static Object owned(PyObject* object) {
    if (object == nullptr) throw ErrorIsSet();
    return Object(object);
  }
  /// Holds a new reference, or null.
  static Object owned_or_null(PyObject* object) { return Object(object); }
  /// Adds a reference to an object with another owner.
  static Object shared(PyObject* object) {
    Py_XINCREF(object);
    return Object(object);
  }

  PyObject* get() const { return object_; }
  /// Gives up the reference without releasing it.
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }
  bool is_none() const { return object_ == Py_None; }

 private:
  explicit Object(PyObject* object) : object_(object) {}

  PyObject* object_ = nullptr;
};

/// Checks the result of a function that returns -1 if it has set an exception.
template <class Number>
Number checked(Number result) {
  if (result == static_cast<Number>(-1) && PyErr_Occurred() != nullptr) throw ErrorIsSet();
  return result;
}

}  // namespace regard::python
