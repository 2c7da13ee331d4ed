#pragma once
#include "python.h"

/// The Python module regard._regard; src/apps/python/regard/_regard.pyi describes each name.
namespace regard::python {

void add_results(PyObject* module);
void add_translator(PyObject* module);
void add_translation_memory(PyObject* module);
void add_tokenizer(PyObject* module);
void add_metrics(PyObject* module);
void add_heatmap(PyObject* module);

}  // namespace regard::python
