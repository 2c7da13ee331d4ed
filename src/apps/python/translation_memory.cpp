#include "translation_memory.h"

#include <array>
#include <string>
#include <vector>

#include "bitext/glossary_file.h"
#include "class.h"
#include "documentation.h"
#include "interpreter_lock.h"
#include "module.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::python {
namespace {

using text::TranslationMemory;

Object similar(const TranslationMemory& self, PyObject* given, PyObject* named) {
  static constexpr std::array names = {"text"};
  Arguments arguments("similar", names, given, named);
  const auto text = to_text("text", arguments.need("text").get());
  TranslationMemory::Wanted wanted;
  const auto most = arguments.take_or(static_cast<int64_t>(wanted.most), "most", to_integer);
  const auto least = arguments.take_or(int64_t{wanted.least}, "least", to_integer);
  arguments.end();
  if (most < 0) throw Error(str("most is ", most, ", but must be at least 0"));
  if (least < 0 || least > 100) {
    throw Error(str("least is ", least, ", but must be from 0 to 100"));
  }
  wanted = {.most = static_cast<size_t>(most), .least = static_cast<int>(least)};
  return to_python(self.similar(text, wanted));
}

TranslationMemory loaded(PyObject* given, PyObject* named) {
  static constexpr std::array names = {"path", "source_language", "target_language"};
  Arguments arguments("TranslationMemory", names, given, named);
  const auto path = to_path("path", arguments.need("path").get());
  text::GlossaryLanguages languages;
  languages.source = arguments.take_or(languages.source, "source_language", to_text);
  languages.target = arguments.take_or(languages.target, "target_language", to_text);
  arguments.end();
  const Unlocked unlocked;
  return bitext::load_memory(path, languages);
}

Py_ssize_t length(PyObject* self) {
  Py_ssize_t size = -1;
  const auto asked = Object::owned_or_null(answer([&] {
    size = static_cast<Py_ssize_t>(Class<TranslationMemory>::held_by(self)->size());
    return Object::shared(Py_None);
  }));
  return size;
}

}  // namespace

std::shared_ptr<const TranslationMemory> to_memory(const std::string& name, PyObject* object) {
  if (object == Py_None) return {};
  if (!Class<TranslationMemory>::is_of(object)) {
    type_error(name + " must be a TranslationMemory, but has the type " + type_name(object));
  }
  return Class<TranslationMemory>::held_by(object);
}

Object to_python(const std::vector<text::MemoryMatch>& matches) {
  return to_python(matches, [](const auto& match) {
    const auto score = to_python(static_cast<int64_t>(match.score));
    const auto source = to_python(match.source), target = to_python(match.target);
    return Object::owned(PyTuple_Pack(3, score.get(), source.get(), target.get()));
  });
}

void add_translation_memory(PyObject* module) {
  static PyMethodDef methods[] = {
      listed("similar", call<TranslationMemory, similar>, doc::TranslationMemory_similar), {}};
  PyType_Slot slots[] = {slot(Py_tp_new, Class<TranslationMemory>::allocate),
                         slot(Py_tp_init, initialize<TranslationMemory, loaded>),
                         slot(Py_tp_dealloc, Class<TranslationMemory>::deallocate),
                         slot(Py_sq_length, length),
                         {Py_tp_members, Class<TranslationMemory>::members},
                         {Py_tp_methods, methods},
                         {Py_tp_doc, const_cast<char*>(doc::TranslationMemory)},
                         {0, nullptr}};
  PyType_Spec spec = {"regard.TranslationMemory", Class<TranslationMemory>::kSize, 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  Class<TranslationMemory>::add(module, spec);
}

}  // namespace regard::python
