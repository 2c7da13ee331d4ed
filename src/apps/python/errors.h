#pragma once
#include <string>

#include "object.h"

namespace regard::python {

/// regard.Error and regard.Cancelled.
void add_exceptions(PyObject* module);

/// Sets a TypeError and throws ErrorIsSet.
[[noreturn]] void type_error(const std::string& message);

/// Within a catch block: sets the Python exception for what was caught.
void set_error();

/// Returns to Python what `work` returns, or null if it throws: no C++ exception may pass through
/// Python.
template <class Work>
PyObject* answer(const Work& work) {
  try {
    return Object(work()).release();
  } catch (...) {
    set_error();
    return nullptr;
  }
}

}  // namespace regard::python
