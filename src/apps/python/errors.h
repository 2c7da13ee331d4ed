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

/// What a function called by Python returns: what `work` returns, or null where it throws. No
/// exception of C++ may pass through Python.
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
