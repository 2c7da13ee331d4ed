#include "module.h"

#include <string>

#include "base/version.h"
#include "convert.h"
#include "errors.h"
#include "interpreter_lock.h"

namespace {

namespace python = regard::python;

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_regard", "The C++ part of regard.", -1, {}, {}, {}, {}, {}};

python::Object made() {
  auto module = python::Object::owned(PyModule_Create(&definition));
  const auto version = python::to_python(std::string(regard::kVersion));
  python::checked(PyObject_SetAttrString(module.get(), "__version__", version.get()));
  python::await_end_of_python();
  for (const auto add : {python::add_exceptions, python::add_results, python::add_translator,
                         python::add_translation_memory, python::add_tokenizer, python::add_metrics,
                         python::add_heatmap}) {
    add(module.get());
  }
  return module;
}

}  // namespace

PyMODINIT_FUNC PyInit__regard() { return python::answer(made); }
