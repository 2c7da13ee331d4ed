#include "regard/translate/translator.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bitext/glossary_file.h"
#include "class.h"
#include "documentation.h"
#include "documents/translated_file.h"
#include "documents/translated_markup.h"
#include "module.h"
#include "options.h"
#include "regard/base/error.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "regard/text/glossary.h"
#include "regard/translate/bundled_models.h"
#include "results.h"
#include "translation_memory.h"
#include "watch.h"

namespace regard::python {
namespace {

using Lines = std::vector<std::string>;

bool is_path(PyObject* object) {
  return PyUnicode_Check(object) != 0 || PyBytes_Check(object) != 0 ||
         PyObject_HasAttrString(object, "__fspath__") != 0;
}

/// The terms of a mapping or a file; nullopt if there are none.
std::optional<text::Glossary> glossary_of(PyObject* terms, const Translator& translator) {
  const text::GlossaryLanguages languages = {translator.source_language(),
                                             translator.target_language()};
  if (is_path(terms)) return bitext::load_glossary(to_path("glossary", terms), languages);
  std::vector<text::Glossary::Term> pairs;
  for (const auto& [source, target] : to_terms("glossary", terms)) {
    pairs.push_back({source, target});
  }
  if (pairs.empty()) return {};
  return text::Glossary::of(std::move(pairs), languages);
}

/// Arguments that only some calls accept.
struct Allowed {
  bool candidates = false;  ///< options that only full results can answer
  bool confidence = false;
  bool alternatives = false;
};

/// Keyword arguments of a call: constraints, the event `stop` and search options.
class Search {
 public:
  Search(const Translator& translator, Arguments& arguments, const Allowed& allowed = {}) {
    if (const auto terms = arguments.take("glossary")) {
      glossary_ = glossary_of(terms.get(), translator);
      request_options_.glossary = glossary_ ? &*glossary_ : nullptr;
    }
    request_options_.keep = arguments.take_or(Lines(), "keep", to_texts);
    memory_ = arguments.take_or(memory_, "memory", to_memory);
    request_options_.memory = memory_.get();
    if (allowed.candidates) {
      request_options_.prefixes = arguments.take_or(Lines(), "prefixes", to_texts);
      request_options_.attention = arguments.take_or(false, "attention", to_bool);
    }
    if (allowed.confidence) {
      request_options_.confidence = arguments.take_or(false, "confidence", to_bool);
    }
    if (allowed.alternatives) {
      request_options_.alternatives = arguments.take_or(int64_t{0}, "alternatives", to_integer);
    }
    stop_ = arguments.take("stop");
    options_ = with_arguments(translator.search_options(), arguments.left());
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// Calls `work(options, request_options, control, unlocked)` without the interpreter lock.
  template <class Work>
  auto run(const Work& work) const {
    Unlocked unlocked;
    Watch watch(stop_, unlocked);
    return work(options_, request_options_, watch.control(), unlocked);
  }

 private:
  std::optional<text::Glossary> glossary_;
  std::shared_ptr<const text::TranslationMemory> memory_;
  RequestOptions request_options_;
  config::SearchOptions options_;
  Object stop_;
};

/// The markup of a format; nullopt for lines without markup. Throws Error for an unknown format.
std::optional<Markup> markup_of(const std::string& format) {
  if (format == "text") return {};
  if (const auto markup = parse_name<Markup>(format)) return markup;
  throw Error(str("format is ", format, ", but must be text, ", join(names_of(Markup{}), ", ")));
}

Lines texts_of(const Translator& translator, const Lines& texts, Arguments& arguments) {
  const auto markup = markup_of(arguments.take_or(std::string("text"), "format", to_text));
  const Search search(translator, arguments);
  return search.run(
      [&](const auto& options, const auto& request_options, const auto& control, auto&) {
        Lines translated;
        if (markup) {
          for (const auto& text : texts) {
            translated.push_back(
                translator.translate_markup(text, *markup, options, request_options, control));
          }
          return translated;
        }
        for (auto& one : translator.translate(texts, options, 1, request_options, control)) {
          translated.push_back(std::move(one.text));
        }
        return translated;
      });
}

/// Translates one line or page, `text`, or several, `lines`; the first argument may be either.
Object translate(const Translator& self, PyObject* given, PyObject* named) {
  static constexpr std::array names = {"lines"};
  Arguments arguments("translate", names, given, named);
  auto what = arguments.take("text");
  if (!what) what = arguments.need("lines");
  if (PyUnicode_Check(what.get()) == 0) {
    return to_python(texts_of(self, to_texts("lines", what.get()), arguments));
  }
  return to_python(texts_of(self, {to_text("text", what.get())}, arguments).front());
}

Object translations(const Translator& self, PyObject* given, PyObject* named) {
  static constexpr std::array names = {"lines", "n_best"};
  Arguments arguments("translations", names, given, named);
  const auto lines = to_texts("lines", arguments.need("lines").get());
  const auto n_best = arguments.take_or(int64_t{1}, "n_best", to_integer);
  const Search search(self, arguments,
                      {.candidates = true, .confidence = true, .alternatives = true});
  const auto found =
      search.run([&](const auto& options, const auto& request_options, const auto& control, auto&) {
        return self.translate(lines, options, n_best, request_options, control);
      });
  return to_python(found, [](const auto& one) { return to_python(one); });
}

Object translate_each(const Translator& self, PyObject* given, PyObject* named) {
  static constexpr std::array names = {"lines", "receive", "n_best"};
  Arguments arguments("translate_each", names, given, named);
  const auto lines = to_texts("lines", arguments.need("lines").get());
  const auto receive = arguments.need("receive");
  if (PyCallable_Check(receive.get()) == 0) {
    type_error("receive must be callable, but has the type " + type_name(receive.get()));
  }
  const auto n_best = arguments.take_or(int64_t{1}, "n_best", to_integer);
  const Search search(self, arguments, {.candidates = true, .confidence = true});
  search.run(
      [&](const auto& options, const auto& request_options, const auto& control, auto& unlocked) {
        const auto receive_one = [&](size_t line, Translation translation) {
          const Locked lock(unlocked);
          const auto number = to_python(static_cast<int64_t>(line));
          const auto result = to_python(std::move(translation));
          Object::owned(
              PyObject_CallFunctionObjArgs(receive.get(), number.get(), result.get(), nullptr));
        };
        self.translate_each(lines, receive_one, options, n_best, request_options, control);
      });
  return Object::shared(Py_None);
}

Object translate_text(const Translator& self, PyObject* given, PyObject* named) {
  static constexpr std::array names = {"text"};
  Arguments arguments("translate_text", names, given, named);
  const auto text = arguments.need("text");
  to_text("text", text.get());  // a str, or TypeError
  const auto line_end = to_python(std::string("\n"));
  const auto lines =
      to_texts("text", Object::owned(PyUnicode_Split(text.get(), line_end.get(), -1)).get());
  const Search search(self, arguments);
  const auto translated =
      search.run([&](const auto& options, const auto& request_options, const auto& control, auto&) {
        return self.translate_text(lines, options, request_options, control);
      });
  return Object::owned(PyUnicode_Join(line_end.get(), to_python(translated).get()));
}

/// The arguments of a call that are document options; removes them from it.
documents::DocumentOptions document_options(Arguments& arguments) {
  std::map<std::string, Object> own;
  config::for_each_field<documents::DocumentOptions>([&](const auto& field) {
    if (auto value = arguments.take(field.name)) own.emplace(field.name, std::move(value));
  });
  return with_arguments(documents::DocumentOptions(), own);
}

Object translate_file(const Translator& self, PyObject* given, PyObject* named) {
  static constexpr std::array names = {"path", "output"};
  Arguments arguments("translate_file", names, given, named);
  const auto path = to_path("path", arguments.need("path").get());
  const auto output = to_path("output", arguments.need("output").get());
  auto document_options = python::document_options(arguments);
  document_options.source_language = self.source_language();
  document_options.target_language = self.target_language();
  const Search search(self, arguments, {.confidence = true});
  const auto warnings =
      search.run([&](const auto& options, const auto& request_options, const auto& control, auto&) {
        return documents::translate_file(
            path, documents::target_of(path, output),
            {.options = document_options,
             .translate_units = documents::units_by(self, options, request_options, control)});
      });
  return to_python(warnings);
}

PyObject* search_options(PyObject* self, void*) {
  return answer([&] { return to_dict(Class<Translator>::held_by(self)->search_options()); });
}

Translator loaded(PyObject* given, PyObject* named) {
  static constexpr std::array names = {"model"};
  Arguments arguments("Translator", names, given, named);
  const auto from = arguments.take_or(std::string(), "from_language", to_text);
  const auto to = arguments.take_or(std::string(), "to_language", to_text);
  const auto path = arguments.take("model");
  const bool is_named = path && path.get() != Py_None;
  if (is_named && !(from.empty() && to.empty())) {
    type_error("Translator() takes from_language and to_language only without a model");
  }
  const auto model = is_named ? to_path("model", path.get()) : bundled_model(from, to);
  const auto others = arguments.take_or(Lines(), "others", [](const auto& name, auto* paths) {
    return to_list(name, paths, to_path);
  });
  auto options = with_arguments(TranslatorOptions(), arguments.left());
  options.others = others;
  const Unlocked unlocked;
  return Translator(model, options);
}

}  // namespace

void add_translator(PyObject* module) {
  static PyMethodDef methods[] = {
      listed("translate", call<Translator, translate>, doc::Translator_translate),
      listed("translations", call<Translator, translations>, doc::Translator_translations),
      listed("translate_each", call<Translator, translate_each>, doc::Translator_translate_each),
      listed("translate_text", call<Translator, translate_text>, doc::Translator_translate_text),
      listed("translate_file", call<Translator, translate_file>, doc::Translator_translate_file),
      {}};
  static PyGetSetDef properties[] = {
      {"search_options", search_options, nullptr, doc::Translator_search_options, nullptr}, {}};
  PyType_Slot slots[] = {slot(Py_tp_new, Class<Translator>::allocate),
                         slot(Py_tp_init, initialize<Translator, loaded>),
                         slot(Py_tp_dealloc, Class<Translator>::deallocate),
                         {Py_tp_members, Class<Translator>::members},
                         {Py_tp_methods, methods},
                         {Py_tp_getset, properties},
                         {Py_tp_doc, const_cast<char*>(doc::Translator)},
                         {0, nullptr}};
  PyType_Spec spec = {"regard.Translator", Class<Translator>::kSize, 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  Class<Translator>::add(module, spec);
}

}  // namespace regard::python
