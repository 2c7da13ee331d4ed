#include "module.h"

#include <exception>
#include <string>

#include "regard/base/cancelled.h"
#include "regard/base/error.h"
#include "regard/base/version.h"

namespace regard::python {
namespace {

namespace py = pybind11;

/// "WHERE: WHAT\nREMEDY", as far as present.
std::string message_of(const Error& error) {
  std::string text = error.what();
  if (!error.where().empty()) text = error.where() + ": " + text;
  if (!error.remedy().empty()) text += '\n' + error.remedy();
  return text;
}

/// The type lives as long as the program.
py::handle add_exception(py::module_& module, const char* name, const char* sentence,
                         py::handle base) {
  const std::string full_name = std::string("regard.") + name;
  const py::handle type =
      PyErr_NewExceptionWithDoc(full_name.c_str(), sentence, base.ptr(), nullptr);
  if (!type) throw py::error_already_set();
  module.attr(name) = type;
  return type;
}

void add_exceptions(py::module_& module) {
  static const py::handle error = add_exception(
      module, "Error", "What is wrong with an argument or a file: what, where and remedy.",
      PyExc_ValueError);
  static const py::handle cancelled = add_exception(
      module, "Cancelled", "The event passed to a call as `stop` is set.", PyExc_Exception);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& problem) {
      const py::object made = error(message_of(problem));
      made.attr("what") = problem.what();
      made.attr("where") = problem.where();
      made.attr("remedy") = problem.remedy();
      PyErr_SetObject(error.ptr(), made.ptr());
    } catch (const Cancelled& problem) {
      PyErr_SetString(cancelled.ptr(), problem.what());
    }
  });
}

}  // namespace
}  // namespace regard::python

PYBIND11_MODULE(_regard, module) {
  module.attr("__version__") = std::string(regard::kVersion);
  regard::python::add_exceptions(module);
  regard::python::add_metrics(module);
  regard::python::add_tokenizer(module);
  regard::python::add_translator(module);
}
