#include "draw/heatmap.h"

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "class.h"
#include "documentation.h"
#include "module.h"
#include "regard/base/error.h"

namespace regard::python {
namespace {

std::vector<double> to_numbers(const std::string& name, PyObject* object) {
  return to_list(name, object, to_number);
}

Object heatmap(PyObject* given, PyObject* named) {
  static constexpr std::array names = {"values"};
  Arguments arguments("heatmap", names, given, named);
  draw::Heatmap map{.values = to_list("values", arguments.need("values").get(), to_numbers)};
  const auto none = std::vector<std::string>();
  map.rows.labels = arguments.take_or(none, "rows", to_texts);
  map.columns.labels = arguments.take_or(none, "columns", to_texts);
  map.title = arguments.take_or(std::string(), "title", to_text);
  arguments.end();
  if (map.values.empty() || map.values.front().empty()) {
    throw Error("is empty, so nothing can be drawn", "values");
  }
  try {
    return to_python(draw::draw(draw::Heatmaps{.maps = {map}}).svg(map.title));
  } catch (const std::invalid_argument& problem) {
    throw Error(problem.what(), "values", "give rows of equal length, and a label for each");
  }
}

PyObject* call_heatmap(PyObject*, PyObject* given, PyObject* named) {
  return answer([&] { return heatmap(given, named); });
}

}  // namespace

void add_heatmap(PyObject* module) {
  static PyMethodDef functions[] = {listed("heatmap", call_heatmap, doc::heatmap), {}};
  checked(PyModule_AddFunctions(module, functions));
}

}  // namespace regard::python
