#include "regard/text/tokenizer.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <string>
#include <vector>

#include "module.h"

namespace regard::python {

namespace py = pybind11;
using text::Tokenizer;

void add_tokenizer(py::module_& module) {
  py::class_<Tokenizer>(module, "Tokenizer")
      .def(py::init(
               [](const std::filesystem::path& path) { return Tokenizer::load(path.string()); }),
           py::arg("path"))
      .def("encode", &Tokenizer::encode, py::arg("text"))
      .def("encode_as_pieces", &Tokenizer::encode_as_pieces, py::arg("text"))
      .def(
          "decode",
          [](const Tokenizer& self, const std::vector<int64_t>& ids) { return self.decode(ids); },
          py::arg("ids"))
      .def("piece", &Tokenizer::piece, py::arg("id"))
      .def("id", &Tokenizer::id, py::arg("piece"))
      .def("__len__", &Tokenizer::size)
      .def_property_readonly("type", [](const Tokenizer& self) { return name_of(self.type()); });
}

}  // namespace regard::python
