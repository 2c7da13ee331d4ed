#include "text/tokenizer.h"

#include <array>
#include <string>

#include "class.h"
#include "documentation.h"
#include "module.h"

namespace regard::python {
namespace {

using text::Tokenizer;

/// The only argument of a call.
Object argument(const char* function, const char* name, PyObject* given, PyObject* named) {
  const std::array names = {name};
  Arguments arguments(function, names, given, named);
  auto object = arguments.need(name);
  arguments.end();
  return object;
}

std::string text_argument(const char* function, const char* name, PyObject* given,
                          PyObject* named) {
  return to_text(name, argument(function, name, given, named).get());
}

Object encode(const Tokenizer& self, PyObject* given, PyObject* named) {
  return to_python(self.encode(text_argument("encode", "text", given, named)));
}

Object encode_as_pieces(const Tokenizer& self, PyObject* given, PyObject* named) {
  return to_python(self.encode_as_pieces(text_argument("encode_as_pieces", "text", given, named)));
}

Object decode(const Tokenizer& self, PyObject* given, PyObject* named) {
  const auto ids = to_integers("ids", argument("decode", "ids", given, named).get());
  return to_python(self.decode(ids));
}

Object piece(const Tokenizer& self, PyObject* given, PyObject* named) {
  return to_python(self.piece(to_integer("id", argument("piece", "id", given, named).get())));
}

Object id(const Tokenizer& self, PyObject* given, PyObject* named) {
  return to_python(self.id(text_argument("id", "piece", given, named)));
}

std::string type_of(const Tokenizer& self) { return name_of(self.type()); }

Tokenizer loaded(PyObject* given, PyObject* named) {
  return Tokenizer::load(to_path("path", argument("Tokenizer", "path", given, named).get()));
}

Py_ssize_t length(PyObject* self) {
  Py_ssize_t size = -1;
  const auto asked = Object::owned_or_null(answer([&] {
    size = static_cast<Py_ssize_t>(Class<Tokenizer>::held_by(self)->size());
    return Object::shared(Py_None);
  }));
  return size;
}

}  // namespace

void add_tokenizer(PyObject* module) {
  static PyMethodDef methods[] = {listed("encode", call<Tokenizer, encode>, doc::Tokenizer_encode),
                                  listed("encode_as_pieces", call<Tokenizer, encode_as_pieces>,
                                         doc::Tokenizer_encode_as_pieces),
                                  listed("decode", call<Tokenizer, decode>, doc::Tokenizer_decode),
                                  listed("piece", call<Tokenizer, piece>, doc::Tokenizer_piece),
                                  listed("id", call<Tokenizer, id>, doc::Tokenizer_id),
                                  {}};
  static PyGetSetDef properties[] = {
      {"type", get<Tokenizer, type_of>, nullptr, doc::Tokenizer_type, nullptr}, {}};
  PyType_Slot slots[] = {slot(Py_tp_new, Class<Tokenizer>::allocate),
                         slot(Py_tp_init, initialize<Tokenizer, loaded>),
                         slot(Py_tp_dealloc, Class<Tokenizer>::deallocate),
                         slot(Py_sq_length, length),
                         {Py_tp_members, Class<Tokenizer>::members},
                         {Py_tp_methods, methods},
                         {Py_tp_getset, properties},
                         {Py_tp_doc, const_cast<char*>(doc::Tokenizer)},
                         {0, nullptr}};
  PyType_Spec spec = {"regard.Tokenizer", Class<Tokenizer>::kSize, 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  Class<Tokenizer>::add(module, spec);
}

}  // namespace regard::python
