#pragma once
#include <string>

#include "object.h"

namespace regard::python {

/// Adds regard.Error and regard.Cancelled to the module.
void add_exceptions(PyObject* module);

/// Sets a TypeError and throws ErrorIsSet.
[[noreturn]] void type_error(const std::string& message);

/// Sets the Python exception for the caught C++ exception. Call it in a catch block.
void set_error();

/// Returns the result of `work` to Python, or null if `work` throws: no C++ exception may pass
/// through Python.
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
