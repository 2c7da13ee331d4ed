#pragma once
#include <pybind11/pybind11.h>

/// The Python module regard._regard; src/python/regard/_regard.pyi says what each name is for.
namespace regard::python {

void add_translator(pybind11::module_& module);
void add_tokenizer(pybind11::module_& module);
void add_metrics(pybind11::module_& module);

}  // namespace regard::python
