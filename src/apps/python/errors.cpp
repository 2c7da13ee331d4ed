#include "errors.h"

#include <exception>
#include <new>
#include <string>

#include "convert.h"
#include "documentation.h"
#include "regard/base/error.h"

namespace regard::python {
namespace {

// The exception types live as long as the program.
PyObject* error_type = nullptr;
PyObject* cancelled_type = nullptr;

PyObject* add_exception(PyObject* module, const char* name, const char* sentence, PyObject* base) {
  const std::string full_name = std::string("regard.") + name;
  auto type = Object::owned(PyErr_NewExceptionWithDoc(full_name.c_str(), sentence, base, nullptr));
  checked(PyObject_SetAttrString(module, name, type.get()));
  return type.release();
}

/// The text of an error: "WHERE: PROBLEM\nREMEDY", without missing parts.
std::string message_of(const Error& error) {
  std::string text = error.what();
  if (!error.remedy().empty()) text += '\n' + error.remedy();
  return text;
}

void set(const Error& problem) {
  const auto made = Object::owned(
      PyObject_CallFunctionObjArgs(error_type, to_python(message_of(problem)).get(), nullptr));
  const auto tell = [&](const char* name, const std::string& text) {
    checked(PyObject_SetAttrString(made.get(), name, to_python(text).get()));
  };
  tell("what", problem.problem());
  tell("where", problem.where());
  tell("remedy", problem.remedy());
  PyErr_SetObject(error_type, made.get());
}

}  // namespace

void add_exceptions(PyObject* module) {
  error_type = add_exception(module, "Error", doc::Error, PyExc_ValueError);
  cancelled_type = add_exception(module, "Cancelled", doc::Cancelled, PyExc_Exception);
}

void type_error(const std::string& message) {
  PyErr_SetString(PyExc_TypeError, message.c_str());
  throw ErrorIsSet();
}

void set_error() {
  try {
    throw;
  } catch (const ErrorIsSet&) {
  } catch (const Error& problem) {
    try {
      set(problem);
    } catch (const ErrorIsSet&) {  // a Python error, because memory ran out
    }
  } catch (const Cancelled& problem) {
    PyErr_SetString(cancelled_type, problem.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& problem) {
    PyErr_SetString(PyExc_RuntimeError, problem.what());
  }
}

}  // namespace regard::python
