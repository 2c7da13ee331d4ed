#include "regard/translate/translator.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "module.h"
#include "regard/text/glossary.h"
#include "search_arguments.h"

namespace regard::python {
namespace {

namespace py = pybind11;
using Lines = std::vector<std::string>;
using Path = std::filesystem::path;
using Terms = std::map<std::string, std::string>;

/// Ends a call where Python wants that: a signal's handler has raised something, above all
/// KeyboardInterrupt, or the event that was given is set.
class Watch {
 public:
  explicit Watch(const py::object& stop) : stop_(stop) {}

  Control control() {
    return {.check = [this] { look(); }};
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{20};

  void look() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + kPatience;
    const py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!stop_.is_none() && stop_.attr("is_set")().cast<bool>()) throw Cancelled();
  }

  const py::object& stop_;
  std::chrono::steady_clock::time_point next_ = {};
};

/// Calls `work(options, control)` without Python's lock; `arguments` are options of search.
template <class Work>
auto without_lock(const Translator& translator, const py::object& stop, const py::kwargs& arguments,
                  const Work& work) {
  const auto options = with_arguments(translator.search_options(), arguments);
  Watch watch(stop);
  const py::gil_scoped_release no_lock;
  return work(options, watch.control());
}

text::Glossary glossary_of(const Terms& terms) {
  std::vector<text::Glossary::Term> pairs;
  for (const auto& [source, target] : terms) pairs.push_back({source, target});
  return text::Glossary(std::move(pairs));
}

Translator loaded(const Path& model, const std::string& device, const std::string& compute,
                  bool shortlist, int64_t threads, const std::vector<Path>& others,
                  const std::optional<Path>& language_model) {
  const py::gil_scoped_release no_lock;
  TranslatorOptions options{
      .device = device, .compute = compute, .shortlist = shortlist, .threads = threads};
  for (const auto& other : others) options.others.push_back(other.string());
  if (language_model) options.language_model = language_model->string();
  return Translator(model.string(), options);
}

Lines translate(const Translator& translator, const Lines& lines, const py::object& stop,
                const py::kwargs& arguments) {
  return without_lock(translator, stop, arguments, [&](const auto& options, const auto& control) {
    Lines texts;
    for (auto& one : translator.translate(lines, options, 1, {}, control)) {
      texts.push_back(std::move(one.text));
    }
    return texts;
  });
}

std::vector<Translation> translations(const Translator& translator, const Lines& lines,
                                      int64_t n_best, const Lines& prefixes, const Terms& terms,
                                      int64_t alternatives, const py::object& stop,
                                      const py::kwargs& arguments) {
  const auto glossary = glossary_of(terms);
  const Wishes wishes{.prefixes = prefixes,
                      .glossary = terms.empty() ? nullptr : &glossary,
                      .alternatives = alternatives};
  return without_lock(translator, stop, arguments, [&](const auto& options, const auto& control) {
    return translator.translate(lines, options, n_best, wishes, control);
  });
}

void translate_each(const Translator& translator, const Lines& lines, const py::function& receive,
                    int64_t n_best, const Lines& prefixes, const Terms& terms,
                    const py::object& stop, const py::kwargs& arguments) {
  const auto glossary = glossary_of(terms);
  const Wishes wishes{.prefixes = prefixes, .glossary = terms.empty() ? nullptr : &glossary};
  const auto receive_one = [&receive](size_t line, Translation translation) {
    const py::gil_scoped_acquire lock;
    receive(line, std::move(translation));
  };
  without_lock(translator, stop, arguments, [&](const auto& options, const auto& control) {
    translator.translate_each(lines, receive_one, options, n_best, wishes, control);
  });
}

py::str translate_text(const Translator& translator, const py::str& text, const Terms& terms,
                       const py::object& stop, const py::kwargs& arguments) {
  const auto lines = text.attr("split")("\n").cast<Lines>();
  const auto glossary = glossary_of(terms);
  const Wishes wishes{.glossary = terms.empty() ? nullptr : &glossary};
  const auto translated =
      without_lock(translator, stop, arguments, [&](const auto& options, const auto& control) {
        return translator.translate_text(lines, options, wishes, control);
      });
  return py::str("\n").attr("join")(translated);
}

void add_results(py::module_& module) {
  py::class_<Candidate>(module, "Candidate")
      .def_readonly("text", &Candidate::text)
      .def_readonly("log_prob", &Candidate::log_prob)
      .def_readonly("score", &Candidate::score)
      .def_readonly("ids", &Candidate::ids)
      .def("__repr__", [](const Candidate& candidate) {
        return py::str("Candidate({!r}, log_prob={:.4f}, score={:.4f})")
            .format(candidate.text, candidate.log_prob, candidate.score);
      });
  py::class_<Translation>(module, "Translation")
      .def_readonly("text", &Translation::text)
      .def_readonly("n_best", &Translation::n_best)
      .def_readonly("repeats", &Translation::repeats)
      .def_property_readonly("unmet",
                             [](const Translation& translation) {
                               std::vector<std::pair<std::string, std::string>> unmet;
                               for (const auto& term : translation.unmet) {
                                 unmet.emplace_back(term.source, term.target);
                               }
                               return unmet;
                             })
      .def("__repr__", [](const Translation& translation) {
        return py::str("Translation({!r})").format(translation.text);
      });
}

}  // namespace

void add_translator(py::module_& module) {
  add_results(module);
  const auto stop = py::arg("stop") = py::none();
  const auto n_best = py::arg("n_best") = 1;
  const auto prefixes = py::arg("prefixes") = py::tuple();
  const auto glossary = py::arg("glossary") = py::dict();
  const py::kw_only only_by_name;
  py::class_<Translator>(module, "Translator")
      .def(py::init(&loaded), py::arg("model"), only_by_name, py::arg("device") = "auto",
           py::arg("compute") = "auto", py::arg("shortlist") = false, py::arg("threads") = 0,
           py::arg("others") = py::tuple(), py::arg("language_model") = py::none())
      .def(
          "translate",
          [](const Translator& self, const std::string& line, const py::object& event,
             const py::kwargs& arguments) {
            return std::move(translate(self, {line}, event, arguments).front());
          },
          py::arg("text"), only_by_name, stop)
      .def("translate", &translate, py::arg("lines"), only_by_name, stop)
      .def("translations", &translations, py::arg("lines"), n_best, only_by_name, prefixes,
           glossary, py::arg("alternatives") = 0, stop)
      .def("translate_each", &translate_each, py::arg("lines"), py::arg("receive"), n_best,
           only_by_name, prefixes, glossary, stop)
      .def("translate_text", &translate_text, py::arg("text"), only_by_name, glossary, stop)
      .def_property_readonly("search_options",
                             [](const Translator& self) { return to_dict(self.search_options()); });
}

}  // namespace regard::python
